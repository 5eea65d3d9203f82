import Foundation
import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("Migrations and processes", .timeLimit(.minutes(30)))
struct ProcessTests {
  let folder: TemporaryFolder
  var path: String { folder.file("notes.db") }

  init() throws { folder = try TemporaryFolder() }

  /// A process that is about to open the file and migrate it.
  func helper(journal: String = "delete", killAt point: Int = -1) throws -> HelperProcess {
    let files = Samples.files.map { "\($0.name)=\($0.text)" }
    let helper = try HelperProcess(["migrate", path, journal, String(point)] + files)
    #expect(try helper.line() == "ready")
    return helper
  }

  func removeDatabase() {
    for suffix in ["", "-wal", "-shm", "-journal"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }

  @Test(
    "of two that start at once one migrates, the other waits and finds nothing to do",
    arguments: ["delete", "wal"])
  func race(_ journal: String) throws {
    let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] != nil
    for _ in 0..<(isLong ? 200 : 20) {
      let helpers = try (0..<2).map { _ in try helper(journal: journal) }
      for helper in helpers { try helper.send() }
      #expect(try helpers.map { try $0.line() }.sorted() == ["0", "3"])
      #expect(try helpers.map { try $0.finish() } == [0, 0])
      removeDatabase()
    }
  }

  @Test(
    "killed before or after any statement, the file is as it was",
    arguments: [0, 1], ["delete", "wal"])
  func killed(_ version: Int, _ journal: String) throws {
    let migrator = try Samples.migrator()
    // 7, 2 and 6 statements, with a point on either side.
    let points = 2 * (version == 0 ? 7 + 2 + 6 : 2 + 6)
    for point in 0...points {
      removeDatabase()
      let old = try {
        let connection = try Connection(path)
        if version > 0 { _ = try migrator.migrate(connection, to: version) }
        if journal == "wal" { _ = try connection.changeJournalMode(writeAheadLog: true) }
        return try connection.dump()
      }()
      let helper = try helper(journal: journal, killAt: point)
      try helper.send()
      let line = try? helper.line()
      #expect(line == (point < points ? nil : String(3 - version)), "point \(point)")
      _ = try helper.finish()
      let connection = try Connection(path)
      #expect(try connection.isIntact)
      #expect(try migrator.verify(connection) == [])
      if point < points { #expect(try connection.dump() == old, "point \(point)") }
      #expect(try migrator.migrate(connection).to == 3, "and it can be done after all")
    }
  }

  @Test("killed at any time, the file is old or new")
  func killedAtRandom() throws {
    let migrator = try Samples.migrator()
    for attempt in 0..<60 {
      removeDatabase()
      let helper = try helper()
      try helper.send()
      usleep(UInt32(attempt * 100))
      helper.kill()
      _ = try helper.finish()
      let connection = try Connection(path)
      let status = try migrator.status(of: connection)
      #expect([0, 3].contains(status.current))
      #expect(status.isEmpty == (status.current == 0))
      #expect(try connection.isIntact)
      #expect(try migrator.verify(connection) == [])
    }
  }

  @Test("many connections in one process migrate one file once")
  func threads() async throws {
    let path = path
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let connection = try Connection(path, busyTimeout: 60_000)
          return try Samples.migrator().migrate(connection).steps.count
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.sorted() == Array(repeating: 0, count: 15) + [3])
  }
}

extension Connection {
  fileprivate var isIntact: Bool {
    get throws {
      try integer("SELECT count(*) FROM pragma_integrity_check WHERE integrity_check = 'ok'") == 1
    }
  }
}
