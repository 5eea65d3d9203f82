import Foundation
import Preferences
import TestSupport
import Testing

/// Too little of something: descriptors, memory, disk.
@Suite("Shortages", .enabled(if: HelperProcess.executable != nil), .timeLimit(.minutes(60)))
struct ShortageTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("out of descriptors: errors, never wrong values, and all is well when there are some again")
  func descriptors() throws {
    var sum = Reliability("out of descriptors")
    let helper = try HelperProcess(["limit-files", folder.file()])
    let words = try helper.line().split(separator: " ")
    #expect(words.first == "done", "\(words)")
    let numbers = words.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2 else { return }
    #expect(numbers[0] > 0 && numbers[1] > 0)
    #expect(try helper.finish() == 0)
    #expect(
      try PreferenceStore(path: folder.file()).examine().allSatisfy { $0.severity != .trouble })
    sum.faults = numbers[0]
    sum.operations = numbers[0] + numbers[1]
    sum.report()
  }

  @Test("out of memory: whether it ends the process or not, what was acknowledged is there")
  func memory() throws {
    var sum = Reliability("out of memory (limited address space)")
    for megabytes in [2, 8, 32] {
      let path = folder.file("\(megabytes).db")
      let helper = try HelperProcess(["limit-memory", path, "\(megabytes)"])
      var length = "short".count
      var lines = 0
      while let line = try? helper.line() {
        guard let number = Int(line) else { break }
        length = number
        lines += 1
      }
      #expect(lines < 21, "there was enough")
      _ = helper.killReadingRest()
      let store = try PreferenceStore(path: path)
      let found = try store.get(PreferenceStore.Key("text", in: "Limits", default: "")).utf8.count
      #expect(found == length || found == 2 * length)
      #expect(try store.examine().allSatisfy { $0.severity != .trouble })
      sum.crashes += 1
      sum.acknowledged += lines
    }
    sum.report()
  }

  /// A memory file system of so many kilobytes on a folder of the test.
  private func withSmallDisk(
    _ kilobytes: Int, _ body: (_ folder: String) throws -> Void
  ) throws {
    let path = folder.file("disk")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try #require(SmallDisk.mount(path, kilobytes: kilobytes))
    defer { SmallDisk.unmount(path) }
    try body(path)
  }

  @Test(
    "a full disk is said to be full, loses nothing, and is written to again when there is room",
    .enabled(if: SmallDisk.isPossible, "no right to mount a file system"),
    arguments: [StoreOptions.Journal.writeAheadLog, .rollback])
  func fullDisk(_ journal: StoreOptions.Journal) throws {
    var sum = Reliability("full disk: \(journal)")
    try withSmallDisk(1500) { disk in
      let filler = disk + "/filler"
      try Data(count: 400_000).write(to: URL(fileURLWithPath: filler))
      var options = StoreOptions()
      options.journal = journal
      let store = try PreferenceStore(path: disk + "/preferences.db", options: options)
      func key(_ number: Int) -> PreferenceStore.Key<String> {
        PreferenceStore.Key("text\(number)", in: "Disk", default: "")
      }
      let text = String(repeating: "x", count: 9000)
      var count = 0
      var failure: PreferenceError?
      while count < 1000, failure == nil {
        do throws(PreferenceError) {
          try store.set(text, for: key(count))
          count += 1
        } catch { failure = error }
      }
      guard case .unavailable(let reason) = failure else {
        Issue.record("\(failure as Any)")
        return
      }
      #expect(reason.kind == .full)
      for number in 0..<count { #expect(try store.get(key(number)) == text) }
      #expect(try store.state(of: key(count)) == .unset)
      #expect(throws: PreferenceError.self) { try store.set(text, for: key(count)) }
      sum.faults += 2
      try FileManager.default.removeItem(atPath: filler)
      try store.set(text, for: key(count))
      #expect(try store.rows().count == count + 1)
      #expect(try store.examine().allSatisfy { $0.severity != .trouble })
      sum.acknowledged += count
    }
    sum.report()
  }

  @Test(
    "a disk that became read-only is read, and refuses writes by name; written to again later",
    .enabled(if: SmallDisk.isPossible, "no right to mount a file system"))
  func readOnlyDisk() throws {
    try withSmallDisk(4000) { disk in
      let path = disk + "/preferences.db"
      let key = PreferenceStore.Key("number", in: "Disk", default: 0)
      try PreferenceStore(path: path).set(1, for: key)
      #expect(SmallDisk.remount(disk, readOnly: true))
      let store = try PreferenceStore(path: path)
      #expect(try store.get(key) == 1)
      let error = #expect(throws: PreferenceError.self) { try store.set(2, for: key) }
      guard case .unavailable(let reason) = error else { return }
      #expect(reason.kind == .readOnly || reason.kind == .noPermission)
      #expect(try store.get(key) == 1)
      #expect(SmallDisk.remount(disk, readOnly: false))
      try store.set(3, for: key)
      #expect(try PreferenceStore(path: path).get(key) == 3)
    }
  }
}

/// Mounts; as root only.
private enum SmallDisk {
  static let isPossible: Bool = {
    guard getuid() == 0, let folder = try? TemporaryFolder(), mount(folder.path, kilobytes: 100)
    else { return false }
    unmount(folder.path)
    return true
  }()

  static func mount(_ path: String, kilobytes: Int) -> Bool {
    run(["mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
  }

  static func remount(_ path: String, readOnly: Bool) -> Bool {
    run(["mount", "-o", "remount,\(readOnly ? "ro" : "rw")", path])
  }

  static func unmount(_ path: String) { _ = run(["umount", "-l", path]) }

  private static func run(_ command: [String]) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }
}
