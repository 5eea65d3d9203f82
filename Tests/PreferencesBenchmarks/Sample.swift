import Foundation
import Preferences
import SQLiteCore
import TestSupport

/// Stores to measure on, all alike; each case gets a file of its own.
///
/// Two connections of one process on one file share their locks and make each other several times
/// faster, so that cases on one file would measure each other.
final class Sample {
  static let namespace = "com.example.benchmarks"
  private let folder: TemporaryFolder
  private var count = 0

  /// - Parameter path: a folder on a real disk; syncing in memory costs nothing.
  init(in path: String) throws {
    folder = try TemporaryFolder(in: path)
  }

  /// The folder of its files.
  var path: String { folder.path }

  static func bytes(of path: String) throws -> Double {
    guard let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int else {
      throw BareDatabase.Failure(code: 0, message: path)
    }
    return Double(size)
  }

  /// The same store with its log emptied, and nothing beside the file.
  func storeWithoutHistory(keys: Int) throws -> String {
    let path = try store(keys: keys)
    let connection = try Connection(path: path, access: .readWrite)
    connection.setLastInsertRowID(-1)
    try connection.run("DELETE FROM preference_change")
    connection.setLastInsertRowID(0)
    try connection.run("VACUUM")
    try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    return path
  }

  /// The name of a preference with text in it: 27 bytes, as in the wild.
  static func name(_ number: Int) -> String {
    let digits = "\(number)"
    return "editor.window.setting." + String(repeating: "0", count: max(0, 5 - digits.count))
      + digits
  }

  /// Text of 20 bytes that differs from turn to turn.
  static func text(_ turn: Int) -> String {
    let digits = "\(turn % 100_000_000)"
    return "some content" + String(repeating: "0", count: 8 - digits.count) + digits
  }

  /// Numbers below `keys` that hold text, in an order without order.
  static func order(_ keys: Int) -> [Int] {
    var state: UInt64 = 42
    return (0..<16_384).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % (keys / 4) * 4
    }
  }

  /// The path of a new store: a quarter each of its keys text, integer, real and colour.
  func store(keys: Int) throws -> String {
    count += 1
    let template = folder.file("template-\(keys).db")
    if !folder.contents.contains("template-\(keys).db") {
      let store = try PreferenceStore(path: template)
      try store.transaction { transaction in
        for number in 0..<keys {
          let name = Self.name(number)
          switch number % 4 {
          case 0:
            transaction[.init(name, in: Self.namespace, default: "")] = Self.text(number)
          case 1: transaction[.init(name, in: Self.namespace, default: 0)] = number
          case 2: transaction[.init(name, in: Self.namespace, default: 0.0)] = Double(number) / 7
          default:
            transaction[.init(name, in: Self.namespace, default: [0.0])] = [1, 0.5, 0.25, 1]
          }
        }
      }
    }
    let path = folder.file("\(count).db")
    let source = try Connection(path: template, access: .readWrite)
    // For a trial of smaller pages; the files of the library have SQLite's 4096 bytes.
    if ProcessInfo.processInfo.environment["BENCH_PAGE"] == "1024" {
      try source.run("PRAGMA page_size=1024")
    }
    try source.vacuum(into: path)
    _ = try Connection(path: path, access: .readWrite).changeJournalMode(writeAheadLog: true)
    return path
  }
}
