import Foundation
import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("Files that cannot be used are named errors, and stay as they are")
struct BadFileTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The failure of opening, or of the first write.
  private func failure(
    _ path: String? = nil, _ options: StoreOptions = StoreOptions(),
    write: Bool = true, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> StoreFailure {
    let path = path ?? folder.file()
    let error = #expect(throws: PreferenceError.self, sourceLocation: sourceLocation) {
      let store = try PreferenceStore(path: path, options: options)
      _ = try store.get(AppSettings.launches)
      if write { try store.set(1, for: AppSettings.launches) }
    }
    guard case .unavailable(let failure) = error else {
      throw try #require(error, sourceLocation: sourceLocation)
    }
    #expect(failure.path == path, sourceLocation: sourceLocation)
    return failure
  }

  /// A store with 200 keys, closed.
  private func makeStore() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.transaction { t in
      for number in 0..<200 {
        let key = PreferenceStore.Key("key\(number)", in: "Test", default: "")
        t[key] = String(repeating: "x", count: 100)
      }
    }
  }

  @Test("a picture, a text, and 100 bytes of a store")
  func noDatabase() throws {
    let contents: [[UInt8]] = [
      [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 7, count: 5000),
      Array("hello".utf8), Array("SQLite format 3\0".utf8) + [UInt8](repeating: 0, count: 84),
    ]
    for bytes in contents {
      try folder.write(bytes, to: "preferences.db")
      let failure = try failure()
      #expect([.notADatabase, .damaged].contains(failure.kind))
      #expect(try folder.bytes(of: "preferences.db") == bytes)
      #expect(folder.contents == ["preferences.db"])
    }
  }

  @Test("a folder, and a folder that is not there")
  func folders() throws {
    #expect(try failure(folder.path).kind == .notADatabase)
    #expect(try failure(folder.file("none/at/all.db")).kind == .missingFolder)
    #expect(folder.contents == [])
  }

  @Test("an empty file is read as unset, and made a store by the first write")
  func emptyFile() throws {
    try folder.write([], to: "preferences.db")
    let reader = try PreferenceStore(path: folder.file())
    #expect(reader[AppSettings.launches] == 0)
    #expect(reader.diagnostics == [])
    try reader.close()
    #expect(try folder.bytes(of: "preferences.db") == [])
    try PreferenceStore(path: folder.file()).set(3, for: AppSettings.launches)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 3)
  }

  @Test("the database of another program, with and without an application id")
  func foreign() throws {
    for sql in ["CREATE TABLE t (a)", "PRAGMA application_id = 7; CREATE TABLE t (a)"] {
      try Shell(file: folder.file()).run(sql)
      let before = try folder.bytes(of: "preferences.db")
      #expect(try failure().kind == .foreignDatabase)
      #expect(try folder.bytes(of: "preferences.db") == before)
      try FileManager.default.removeItem(atPath: folder.file())
    }
  }

  @Test("a garbage page: the rest is read, nothing traps, the file stays")
  func garbagePage() throws {
    try makeStore()
    var bytes = try folder.bytes(of: "preferences.db")
    let pages = bytes.count / 4096
    #expect(pages > 6)
    for page in 1..<pages {
      var damaged = bytes
      for index in page * 4096..<(page + 1) * 4096 {
        damaged[index] = UInt8(truncatingIfNeeded: index &* 31)
      }
      try folder.write(damaged, to: "preferences.db")
      do throws(PreferenceError) {
        let store = try PreferenceStore(path: folder.file())
        for number in 0..<200 {
          _ = store[PreferenceStore.Key("key\(number)", in: "Test", default: "")]
        }
        _ = try store.examine()
      } catch {
        guard case .unavailable(let failure) = error else { throw error }
        #expect([.damaged, .notADatabase, .inputOutput, .foreignDatabase].contains(failure.kind))
      }
      #expect(try folder.bytes(of: "preferences.db") == damaged)
    }
    bytes.removeLast(bytes.count / 2)
    try folder.write(bytes, to: "preferences.db")
    #expect(try failure().kind == .damaged)
    #expect(try folder.bytes(of: "preferences.db") == bytes)
  }

  @Test(
    "a log with commits beside a file that cannot be read stays, byte for byte",
    .enabled(if: !TemporaryFolder.usesRollbackJournal))
  func logBesideDamage() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: AppSettings.launches)
    try store.close()
    // The first page, which tells what the file is, is not in the log of a later change.
    let again = try PreferenceStore(path: folder.file())
    try again.set(2, for: AppSettings.launches)
    // By another process: our closing of these files would drop the locks of the store.
    for end in ["", "-wal"] {
      try Shell(file: ":memory:").run(
        ".shell cp \(folder.file())\(end) \(folder.file("copy.db"))\(end)")
    }
    var bytes = try folder.bytes(of: "copy.db")
    let log = try folder.bytes(of: "copy.db-wal")
    #expect(log.count > 4096)
    bytes.replaceSubrange(0..<20, with: [UInt8](repeating: 7, count: 20))
    try folder.write(bytes, to: "copy.db")
    #expect([.notADatabase, .damaged].contains(try failure(folder.file("copy.db")).kind))
    #expect(try folder.bytes(of: "copy.db-wal") == log)
    #expect(try folder.bytes(of: "copy.db") == bytes)
    _ = try StoreFile(path: folder.file("copy.db"))
      .salvage(into: folder.file("saved.db"), busyTimeout: 100)
    #expect(try PreferenceStore(path: folder.file("saved.db"))[AppSettings.launches] == 2)
  }

  @Test("a newer schema is read, and written only when it says that older libraries may")
  func newerSchema() throws {
    let before = try PreferenceStore(path: folder.file())
    try before.set(5, for: AppSettings.launches)
    try before.close()
    let shell = Shell(file: folder.file())
    let row = """
      INSERT INTO schema_migration SELECT component, 99, 'later', checksum, fingerprint, %, applied_at,
        0, tool FROM schema_migration WHERE version = 1; PRAGMA user_version = 99
      """
    #expect(try shell.run(row.replacingOccurrences(of: "%", with: "99")).status == 0)
    let store = try PreferenceStore(path: folder.file())
    #expect(store[AppSettings.launches] == 5)
    let failure = try failure()
    #expect(failure.kind == .newerSchema)
    #expect(failure.message.contains("99"))
    try shell.run("UPDATE schema_migration SET compatible = 1")
    try store.set(6, for: AppSettings.launches)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 6)
    #expect(try shell.run("PRAGMA user_version").output == "99\n")
  }

  @Test("a store that only reads creates nothing and refuses writes")
  func readOnlyStore() throws {
    var options = StoreOptions()
    options.access = .readOnly
    let failure = try failure(nil, options)
    #expect(failure.kind == .readOnly)
    #expect(folder.contents == [])
  }

  @Test("a full disk leaves the old values", .enabled(if: getuid() == 0))
  func fullDisk() throws {
    let mount = folder.file("disk")
    try FileManager.default.createDirectory(atPath: mount, withIntermediateDirectories: false)
    func run(_ arguments: String...) throws -> Int32 {
      let process = try Process.run(URL(fileURLWithPath: "/usr/bin/env"), arguments: arguments)
      process.waitUntilExit()
      return process.terminationStatus
    }
    guard try run("mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", mount) == 0 else {
      try Test.cancel("tmpfs cannot be mounted here")
    }
    defer { _ = try? run("umount", mount) }
    let path = mount + "/store.db"
    let key = PreferenceStore.Key("text", in: "Test", default: "")
    let store = try PreferenceStore(path: path)
    try store.set("old", for: key)
    let error = #expect(throws: PreferenceError.self) {
      for length in 1...100 {
        try store.set(String(repeating: "\(length % 10)", count: length * 1000), for: key)
      }
    }
    guard case .unavailable(let failure) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(failure.kind == .full)
    let kept = try store.get(key)
    #expect(kept == "old" || Set(kept).count == 1)
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
    try store.close()
    #expect(try PreferenceStore(path: path).get(key) == kept)
  }

  @Test(
    "a file that is not ours to read, and a folder that is not ours to write",
    .enabled(if: canDropRights))
  func permissions() throws {
    func asNobody(_ arguments: String...) throws -> String {
      let helper = try HelperProcess(arguments, prefix: dropRights)
      try? helper.send()
      var line = try helper.line()
      if line == "ready" { line = try helper.line() }
      return line
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: PreferenceStore.Key("name", in: "Test", default: ""))
    try store.close()
    let contents = folder.contents
    // 0600, and another user.
    #expect(try asNobody("store-get", folder.file(), "name").contains("permission"))
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file())
    #expect(try asNobody("store-get", folder.file(), "name") == "ada")
    let refusal = try asNobody("store-set", folder.file(), "name", "eve")
    #expect(refusal.contains("permission") && refusal.contains(folder.file()))
    #expect(folder.contents == contents)
    #expect(try asNobody("store-set", folder.file("new.db"), "name", "eve").contains("permission"))
    #expect(folder.contents == contents)
  }

  @Test("created files are for their owner alone, whatever the umask says")
  func privateFiles() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: AppSettings.launches)
    for name in folder.contents {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.file(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    #expect(folder.contents.contains("preferences.db-wal") != TemporaryFolder.usesRollbackJournal)
  }

  @Test("a path with anything in it", arguments: ["あいうえお.db", "a b?c=d#e%20.db", "file:x.db"])
  func paths(_ name: String) throws {
    try PreferenceStore(path: folder.file(name)).set(4, for: AppSettings.launches)
    #expect(try PreferenceStore(path: folder.file(name))[AppSettings.launches] == 4)
    #expect(folder.contents == [name])
  }

  @Test(
    "a file replaced while in use is followed, but never mixed with the log of the old one",
    arguments: [
      (StoreOptions.Journal.rollback, false), (.writeAheadLog, false), (.writeAheadLog, true),
    ])
  func replaced(_ journal: StoreOptions.Journal, isLinked: Bool) throws {
    var options = StoreOptions()
    options.journal = journal
    let links = try TemporaryFolder()
    if isLinked {
      try PreferenceStore(path: folder.file(), options: options).set(0, for: AppSettings.launches)
      #expect(symlink(folder.file(), links.file()) == 0)
    }
    let path = isLinked ? links.file() : folder.file()
    let store = try PreferenceStore(path: path, options: options)
    try store.set(1, for: AppSettings.launches)
    #expect(store[AppSettings.launches] == 1)
    try PreferenceStore(path: folder.file("other.db"), options: options)
      .set(2, for: AppSettings.launches)
    #expect(rename(folder.file("other.db"), folder.file()) == 0)
    usleep(150_000)
    if journal == .writeAheadLog {
      for _ in 1...2 {
        #expect(throws: PreferenceError.self) { try store.get(AppSettings.launches) }
        #expect(throws: PreferenceError.self) { try store.set(3, for: AppSettings.launches) }
      }
      for end in ["-wal", "-shm"] { unlink(folder.file() + end) }
    }
    #expect(store[AppSettings.launches] == 2)
    try store.set(3, for: AppSettings.launches)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 3)
  }

  @Test("a file moved away or deleted while open is as if there had been none")
  func moved() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: AppSettings.launches)
    #expect(rename(folder.file(), folder.file("away.db")) == 0)
    try store.set(4, for: AppSettings.launches)
    #expect(try PreferenceStore(path: folder.file())[AppSettings.launches] == 4)
    try FileManager.default.removeItem(atPath: folder.file())
    usleep(150_000)
    #expect(store[AppSettings.launches] == 0)
    #expect(try store.examine().allSatisfy { $0.severity != .trouble })
  }

  @Test("a closed store says so")
  func closed() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(1, for: AppSettings.launches)
    try store.close()
    #expect(folder.contents == ["preferences.db"])
    let error = #expect(throws: PreferenceError.self) { try store.get(AppSettings.launches) }
    guard case .unavailable(let failure) = error else { return }
    #expect(failure.kind == .closed)
    #expect(store[AppSettings.launches] == 0)
  }

  @Test("a backup is one private file with everything in it, and replaces only when told")
  func backup() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set(5, for: AppSettings.launches)
    let copy = folder.file("copy.db")
    try store.backup(to: copy)
    try store.set(6, for: AppSettings.launches)
    #expect(folder.contents.contains("copy.db-wal") == false)
    let mode = try FileManager.default.attributesOfItem(atPath: copy)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try PreferenceStore(path: copy)[AppSettings.launches] == 5)
    #expect(throws: PreferenceError.self) { try store.backup(to: copy) }
    try store.backup(to: copy, overwriting: true)
    #expect(try PreferenceStore(path: copy)[AppSettings.launches] == 6)
    #expect(throws: PreferenceError.self) {
      try store.backup(to: folder.file(), overwriting: true)
    }
    #expect(throws: PreferenceError.self) { try store.backup(to: folder.file("no/where.db")) }
    #expect(folder.contents.allSatisfy { !$0.contains("partial") })
    let memory = PreferenceStore.inMemory()
    let size = PreferenceStore.Key("size", in: "Memory", default: 0)
    try memory.set(12, for: size)
    try memory.backup(to: folder.file("memory.db"))
    #expect(try PreferenceStore(path: folder.file("memory.db")).get(size) == 12)
  }
}

/// A program that starts another one as a user without rights; empty where that is impossible.
let dropRights: [String] =
  FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv") && getuid() == 0
  ? ["/usr/bin/setpriv", "--reuid=65534", "--clear-groups"] : []

/// Whether a helper can be run by somebody who may not do everything.
let canDropRights = !dropRights.isEmpty && HelperProcess.executable != nil
