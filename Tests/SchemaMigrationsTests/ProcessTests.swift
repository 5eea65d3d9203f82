import Foundation
import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import Testing

/// Timelines with more than one process: the helper is an executable beside the test bundle.
@Suite("Migrations and processes", .timeLimit(.minutes(5)))
struct ProcessTests {
  let folder: TemporaryFolder
  var path: String { folder.path("notes.db") }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "sql"), withIntermediateDirectories: true)
    for file in Samples.files {
      try Data(file.text.utf8).write(to: folder.url.appending(path: "sql/\(file.name)"))
    }
  }

  func start(_ arguments: [String]) throws -> (process: Process, output: Pipe) {
    let process = Process()
    let bundle = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var helper = bundle.deletingLastPathComponent()
    // Inside of a bundle on Apple systems, beside it elsewhere.
    while !FileManager.default.isExecutableFile(
      atPath: helper.appending(path: "MigrationHelper").path), helper.path != "/"
    {
      helper.deleteLastPathComponent()
    }
    process.executableURL = helper.appending(path: "MigrationHelper")
    process.arguments = [path, folder.path("sql")] + arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    return (process, output)
  }

  func finish(_ started: (process: Process, output: Pipe)) throws -> String {
    let data = started.output.fileHandleForReading.readDataToEndOfFile()
    started.process.waitUntilExit()
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
  }

  @Test(
    "of two that start at once one migrates, the other finds nothing to do",
    arguments: [false, true])
  func race(_ log: Bool) throws {
    for _ in 0..<50 {
      let started = try (0..<2).map { _ in try start(log ? ["--wal"] : []) }
      let results = try started.map(finish)
      #expect(started.allSatisfy { $0.process.terminationStatus == 0 })
      #expect(results.sorted() == ["0", "3"])
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
  }

  @Test("killed between any two statements, the file is old or new", arguments: [0, 1])
  func killed(_ version: Int) throws {
    let migrator = try Samples.migrator()
    var point = 0
    while true {
      for suffix in ["", "-wal", "-shm", "-journal"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
      var old: [String] = []
      do {
        let connection = try Connection(path)
        if version > 0 { _ = try migrator.migrate(connection, to: version) }
        if point % 4 < 2 { _ = try connection.setJournalMode(writeAheadLog: true) }
        old = try connection.dump()
      }
      let started = try start(["--kill-at", String(point)])
      let result = try finish(started)
      let connection = try Connection(path)
      #expect(
        try connection.integer("SELECT 1 FROM pragma_integrity_check WHERE integrity_check = 'ok'")
          == 1)
      guard result.isEmpty else {
        #expect(result == String(3 - version))
        #expect(try migrator.verify(connection) == [])
        break
      }
      #expect(started.process.terminationReason == .uncaughtSignal)
      #expect(try connection.dump() == old, "point \(point)")
      #expect(try migrator.verify(connection) == [])
      #expect(try migrator.migrate(connection).to == 3, "and it can be done after all")
      point += 1
    }
    #expect(point == 2 * (version == 0 ? 7 + 2 + 6 : 2 + 6))
  }

  @Test("killed at any time, the file is old or new")
  func killedAtRandom() throws {
    let migrator = try Samples.migrator()
    var ends: Set<Int> = []
    for attempt in 0..<60 {
      try? FileManager.default.removeItem(atPath: path)
      let started = try start([])
      usleep(UInt32(attempt * 400))
      kill(started.process.processIdentifier, SIGKILL)
      _ = try finish(started)
      let connection = try Connection(path)
      let status = try migrator.status(of: connection)
      ends.insert(status.current)
      #expect([0, 3].contains(status.current))
      #expect(status.isEmpty == (status.current == 0))
      #expect(try migrator.verify(connection) == [])
    }
    #expect(ends.contains(0))
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
