import Foundation
import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import TestSupport
import Testing

@Suite("The schema of a preferences file")
struct PreferencesSchemaTests {
  @Test("the embedded migrations are the files of the folder, all of them, byte for byte")
  func embedded() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "migrations")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".sql") }
    #expect(names.sorted() == PreferencesSchema.files.map(\.name).sorted())
    for file in PreferencesSchema.files {
      let onDisk = try Data(contentsOf: folder.appending(path: file.name))
      #expect(Array(onDisk) == file.text, "\(file.name)")
    }
  }

  @Test("the latest version is the last file's, and every version can be taken back")
  func latest() throws {
    let set = try PreferencesSchema.migrations()
    #expect(set.latest == PreferencesSchema.latest)
    #expect(set.migrations.allSatisfy { $0.down != nil })
    #expect(set.component == PreferencesSchema.component)
  }

  @Test("up, down and up again gives the same file, and it is in order")
  func upDownUp() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(folder.file("a.prefs"))
    let migrator = try Samples.preferences()
    _ = try migrator.migrate(connection)
    let once = try connection.dump()
    #expect(once.contains("application_id \(PreferencesSchema.applicationID)"))
    #expect(try migrator.verify(connection) == [])
    try connection.script(
      "INSERT INTO preference (namespace, key, type, value) VALUES ('S', 'k', 'int', 1)")
    _ = try migrator.migrate(connection, to: 0, direction: .down)
    #expect(try connection.dump() == ["user_version 0", "application_id 0"])
    _ = try migrator.migrate(connection)
    #expect(try connection.dump() == once)
    #expect(try connection.integer("SELECT count(*) FROM preference") == 0)
  }

  @Test("every object name begins as the library has reserved it, but for the views for people")
  func reserved() throws {
    let folder = try TemporaryFolder()
    let connection = try Connection(folder.file("a.prefs"))
    let migrator = try Samples.preferences()
    _ = try migrator.migrate(connection)
    let others = try migrator.status(of: connection).schema.objects.map(\.name)
      .filter { !$0.hasPrefix("preference") }
    #expect(others.sorted() == ["history", "settings"])
  }
}
