import SchemaMigrations
import Testing

@Suite("What an error of a migration says")
struct MigrationErrorTests {
  @Test(
    "names what it is about, and what was expected",
    arguments: [
      (MigrationError.invalidComponent("a b"), ["'a b'", "without blanks"]),
      (.duplicateVersion(2, ["V0002__a.sql", "V0002__b.sql"]), ["version 2", "V0002__b.sql"]),
      (.missingVersion(2, next: "V0003__c.sql"), ["version 2", "V0003__c.sql is next"]),
      (.wrongDirection(.down, current: 1, target: 3), ["down to version 3", "at version 1"]),
      (.irreversible(file: "V0002__a.down.sql"), ["there is no V0002__a.down.sql"]),
      (.transactionOpen(path: "/a.db"), ["/a.db", "one of their own"]),
      (.foreignKeys(path: "/a.db", ["t row 1", "t row 2"]), ["/a.db", "t row 1; t row 2"]),
      (.notADatabase(path: "/a.db"), ["/a.db: not a SQLite database"]),
      (.baseMissing(path: "/a.db", component: "sync", base: "notes"), ["sync", "of notes first"]),
    ])
  func text(_ error: MigrationError, _ parts: [String]) {
    for part in parts { #expect(error.description.contains(part)) }
  }

  @Test("a name of a migration in code is a to z, digits and _", arguments: ["", "A", "a b", "é"])
  func name(_ name: String) {
    let migration = Migration(version: 1, name: name, identity: "1") { _ in }
    let error = migrationError { try MigrationSet(component: "notes", migrations: [migration]) }
    guard case .invalidFile? = error else { Issue.record("\(error as Any)"); return }
  }
}
