import Foundation
import PreferencesSchema
import SQLiteCore
import SchemaMigrations
import TestSupport

/// Migrations of a made-up note keeper: triggers, a column, and a rebuild under a foreign key.
enum Samples {
  static let files: [(name: String, text: String)] = [
    (
      "V0001__create_notes.sql",
      """
      -- Notes; and their tags.
      CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL) STRICT;
      CREATE TABLE tag (
        note INTEGER NOT NULL REFERENCES note (id) ON DELETE CASCADE, -- a ; in a comment
        name TEXT NOT NULL
      ) STRICT;
      CREATE TABLE log (text TEXT) STRICT;
      CREATE TRIGGER note_log AFTER INSERT ON note BEGIN
        INSERT INTO log VALUES ('first; ' || new.body);
        INSERT INTO log VALUES ('second');
      END;
      CREATE INDEX tag_by_name ON tag (name);
      INSERT INTO note (body) VALUES ('welcome; here');
      INSERT INTO tag VALUES (1, 'start');

      """
    ),
    (
      "V0001__create_notes.down.sql",
      "DROP TABLE log; DROP TABLE tag; DROP TABLE note;\n"
    ),
    (
      "V0002__add_color.sql",
      """
      -- compatible: 1
      ALTER TABLE note ADD COLUMN color TEXT CHECK (length(color) = 7);
      UPDATE note SET color = '#ffffff';
      """
    ),
    ("V0002__add_color.down.sql", "ALTER TABLE note DROP COLUMN color;"),
    (
      "V0003__require_color.sql",
      """
      DROP TRIGGER note_log;
      CREATE TABLE note_new (id INTEGER PRIMARY KEY, body TEXT NOT NULL, color TEXT NOT NULL) STRICT;
      INSERT INTO note_new SELECT id, body, color FROM note;
      DROP TABLE note;
      ALTER TABLE note_new RENAME TO note;
      CREATE TRIGGER note_log AFTER INSERT ON note BEGIN
        INSERT INTO log VALUES (new.body);
      END;
      """
    ),
  ]

  static func bytes(_ files: [(name: String, text: String)]) -> [(name: String, text: [UInt8])] {
    files.map { ($0.name, Array($0.text.utf8)) }
  }

  /// The first versions of the sample, or others made of texts.
  static func set(
    through latest: Int = 3, _ others: [(name: String, text: String)]? = nil
  ) throws -> MigrationSet {
    let files = others ?? self.files
    return try MigrationSet(
      component: "notes",
      files: bytes(
        files.filter { try MigrationFileName($0.name).version <= latest }))
  }

  static func migrator(_ set: MigrationSet) -> Migrator {
    Migrator(set, applicationID: PreferencesSchema.applicationID, tool: "test")
  }

  static func migrator(through latest: Int = 3) throws -> Migrator {
    migrator(try set(through: latest))
  }

  /// Version 1, and the text given as version 2.
  static func migrator(second text: String) throws -> Migrator {
    migrator(try set(files.prefix(2) + [("V0002__second.sql", text)]))
  }

  /// The runner of the preferences themselves.
  static func preferences() throws -> Migrator {
    Migrator(
      try PreferencesSchema.migrations(), applicationID: PreferencesSchema.applicationID,
      tool: "test")
  }
}

extension Connection {
  convenience init(_ path: String, _ access: Access = .create, busyTimeout: Int32 = 5000) throws {
    try self.init(path: path, access: access, busyTimeout: busyTimeout)
  }

  func script(_ sql: String) throws { try runScript(Array(sql.utf8)) }

  /// The whole logical content: what `.dump` would show, without the ledger's times.
  func dump() throws -> [String] {
    var lines = try withStatement("SELECT type || ' ' || name || ' ' || sql FROM sqlite_schema") {
      (row) throws(SQLiteError) in
      var lines: [String] = []
      while try row.step() { if case .text(let text) = row.value(at: 0) { lines.append(text) } }
      return lines
    }.sorted()
    lines.append("user_version \(try integer("PRAGMA user_version") ?? -1)")
    lines.append("application_id \(try integer("PRAGMA application_id") ?? -1)")
    return lines
  }
}

extension TemporaryFolder {
  /// The checksum of no bytes.
  static let emptyDigest = "4294967295 0"

  /// Names and checksums of all files, taken by another process: to open and close a database here
  /// would drop SQLite's own locks on it.
  func digests() throws -> [String: String] {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cksum -- *"]
    process.currentDirectoryURL = URL(filePath: path)
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    var digests: [String: String] = [:]
    for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
      let parts = line.split(separator: " ", maxSplits: 2)
      digests[String(parts[2])] = "\(parts[0]) \(parts[1])"
    }
    return digests
  }
}

/// The error that `body` throws, nil when it throws none or another.
func migrationError(_ body: () throws -> some Any) -> MigrationError? {
  do {
    _ = try body()
    return nil
  } catch { return error as? MigrationError }
}
