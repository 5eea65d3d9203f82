import SchemaMigrations
import Testing

@Suite("A set of migrations")
struct MigrationSetTests {
  static func error(_ files: (String, String)...) -> MigrationError? {
    migrationError {
      try MigrationSet(
        component: "notes", files: files.map { (name: $0.0, text: Array($0.1.utf8)) })
    }
  }

  @Test("is read in the order of its numbers")
  func order() throws {
    let set = try MigrationSet(
      component: "notes", files: Samples.bytes(Samples.files.reversed()))
    #expect(set.migrations.map(\.version) == [1, 2, 3])
    #expect(set.migrations.map(\.name) == ["create_notes", "add_color", "require_color"])
    #expect(set.migrations.map(\.compatible) == [1, 1, 3])
    #expect(set.migrations.map { $0.down != nil } == [true, true, false])
    #expect(set.latest == 3)
    #expect(set[0] == nil && set[4] == nil && set[2]?.file == "V0002__add_color.sql")
  }

  @Test(
    "refuses a file name that is no migration's",
    arguments: [
      "1__a.sql", "V1__a.sql", "V0000__a.sql", "V0001_a.sql", "V0001__.sql", "V0001__A.sql",
      "V0001__a b.sql", "V0001__a.SQL", "V00001__a.sql", "V0001__é.sql", "V٠٠٠١__a.sql",
      "v0001__a.sql", "V0001__a.up.sql", "", ".sql", "V99999999999999999999__a.sql", "V0001___.txt",
    ])
  func fileName(_ name: String) throws {
    let error = try #require(Self.error((name, "SELECT 1;")))
    guard case .invalidFile(name, line: nil, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test("takes five digits once four do not suffice")
  func fiveDigits() throws {
    #expect(try MigrationFileName("V10000__a.sql").version == 10_000)
    #expect(
      MigrationFileName(version: 7, name: "a", isDown: true).description == "V0007__a.down.sql")
  }

  @Test("refuses a gap, a double number and a way back without a way there")
  func numbers() {
    #expect(
      Self.error(("V0001__a.sql", "SELECT 1;"), ("V0003__c.sql", "SELECT 1;"))
        == .missingVersion(2, next: "V0003__c.sql"))
    #expect(
      Self.error(("V0002__b.sql", "SELECT 1;")) == .missingVersion(1, next: "V0002__b.sql"))
    #expect(
      Self.error(("V0001__a.sql", "SELECT 1;"), ("V0001__b.sql", "SELECT 1;"))
        == .duplicateVersion(1, ["V0001__a.sql", "V0001__b.sql"]))
    #expect(
      Self.error(("V0001__a.sql", "SELECT 1;"), ("V0001__b.down.sql", "SELECT 1;"))
        == .invalidFile(
          "V0001__b.down.sql", line: nil, reason: "there is no V0001__b.sql to go with it"))
  }

  @Test(
    "refuses a text that says nothing or is none",
    arguments: [("", nil), ("-- only this\n", nil), ("SELECT 1;\nSELECT '\u{0}';", 2)]
      as [(String, Int?)])
  func text(_ text: String, _ line: Int?) {
    guard case .invalidFile("V0001__a.sql", let found, _) = Self.error(("V0001__a.sql", text))
    else {
      Issue.record("accepted")
      return
    }
    #expect(found == line)
  }

  @Test("names the line that is not UTF-8")
  func encoding() {
    let error = migrationError {
      try MigrationSet(
        component: "notes", files: [("V0001__a.sql", Array("SELECT 1;\n-- ".utf8) + [0xE9, 0x0A])])
    }
    #expect(
      error == .invalidFile("V0001__a.sql", line: 2, reason: "the line is not UTF-8 text"))
  }

  @Test(
    "refuses a directive that it would misread",
    arguments: [
      ("-- compatible: 0\nSELECT 1;", 1), ("-- compatible: 2\nSELECT 1;", 1),
      ("-- compatible: one\nSELECT 1;", 1), ("-- compatible:\nSELECT 1;", 1),
      ("-- compatible: 1 1\nSELECT 1;", 1), ("SELECT 1;\n-- compatible: 1\n", 2),
      ("--\n-- compatible: 1\n-- compatible: 1\nSELECT 1;", 3),
    ])
  func directive(_ text: String, _ line: Int) {
    guard case .invalidFile("V0001__a.sql", line, _) = Self.error(("V0001__a.sql", text)) else {
      Issue.record("accepted")
      return
    }
  }

  @Test("refuses a component without a name", arguments: ["", "a b", "a\u{7}"])
  func component(_ name: String) {
    #expect(
      migrationError { try MigrationSet(component: name, migrations: []) }
        == .invalidComponent(name))
  }
}
