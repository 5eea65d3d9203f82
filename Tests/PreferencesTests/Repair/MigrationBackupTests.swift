import Foundation
import TestSupport
import Testing

@testable import Preferences

@Suite("Copies from before a migration")
struct MigrationBackupTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(steps: Int, keeping count: Int? = nil) throws -> PreferenceStore {
    var options = StoreOptions()
    if let count { options.migrationBackups = count }
    options.migrations = PreferenceMigrations(
      "com.example.app",
      (0..<steps).map { number in .swift("step\(number)") { $0[AppSettings.launches] = number + 1 }
      })
    return try PreferenceStore(path: folder.file(), options: options)
  }

  @Test("each migration leaves one, the newest is number 1, three are kept")
  func rotation() throws {
    let store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: AppSettings.username)
    try store.close()
    for steps in 1...5 { try open(steps: steps).close() }
    let names = (1...3).map { "preferences.db.migration-backup-\($0)" }
    #expect(folder.contents == ["preferences.db"] + names)
    for (number, launches) in [4, 3, 2].enumerated() {
      let path = folder.file(names[number])
      var options = StoreOptions()
      options.access = .readOnly
      let copy = try PreferenceStore(path: path, options: options)
      #expect(copy[AppSettings.launches] == launches && copy[AppSettings.username] == "ada")
      let mode = try FileManager.default.attributesOfItem(atPath: path)
      #expect(mode[.posixPermissions] as? Int == 0o600)
    }
    // Nothing to do, nothing copied.
    try open(steps: 5).close()
    #expect(folder.contents.count == 4)
  }

  @Test("none for a new file, none when told so, and none is left of a secret that is erased")
  func none() throws {
    let store = try open(steps: 1)
    try store.set("secret", for: AppSettings.username)
    try store.close()
    try open(steps: 2, keeping: 0).close()
    #expect(folder.contents == ["preferences.db"])
    let again = try open(steps: 3)
    #expect(folder.contents.contains("preferences.db.migration-backup-1"))
    // As a crash leaves them that comes while they are renamed.
    let backup = folder.file("preferences.db.migration-backup-")
    try FileManager.default.moveItem(atPath: backup + "1", toPath: backup + "2")
    try again.erase(AppSettings.username)
    try again.close()
    #expect(folder.contents == ["preferences.db"])
  }

  @Test("a migration that fails leaves the file as it was, and the copy")
  func failing() throws {
    struct Refused: Error {}
    let store = try PreferenceStore(path: folder.file())
    try store.set("ada", for: AppSettings.username)
    try store.close()
    let before = try RepairStore.content(of: folder.file())
    var options = StoreOptions()
    options.migrations = PreferenceMigrations(
      "com.example.app", [.swift("a") { _ in throw Refused() }])
    #expect(throws: PreferenceError.self) {
      try PreferenceStore(path: folder.file(), options: options)
    }
    #expect(try RepairStore.content(of: folder.file()) == before)
    #expect(
      try RepairStore.content(of: folder.file("preferences.db.migration-backup-1")) == before)
  }
}
