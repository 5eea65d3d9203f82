package import Preferences
package import PreferencesSync
import SQLiteCore

extension SyncDevice {
  /// An edit as the device has it on record.
  package struct EditRecord: Sendable {
    package var name: PreferenceName
    package var version: SyncVersion
    package var base: SyncVersion?
    package var state: String
    /// Made here, not brought back for another.
    package var isOwn: Bool
  }

  package func editRecords() throws -> [EditRecord] {
    try store.reading { (connection) throws(SQLiteError) in
      try connection.withStatement(
        """
        SELECT namespace, key, version_device, version_number, base_device, base_number, state,
          version_device = device
        FROM sync_edit WHERE number > 0
        """
      ) { (row) throws(SQLiteError) in
        var records: [EditRecord] = []
        while try row.step() {
          guard
            let name = try? PreferenceName(
              namespace: try row.text(at: 0), key: try row.text(at: 1))
          else { continue }
          let base =
            row.isNull(at: 4)
            ? nil : SyncVersion(device: try row.text(at: 4), number: try row.integer(at: 5))
          records.append(
            EditRecord(
              name: name,
              version: SyncVersion(device: try row.text(at: 2), number: try row.integer(at: 3)),
              base: base, state: try row.text(at: 6), isOwn: try row.integer(at: 7) != 0))
        }
        return records
      }
    } ?? []
  }

  /// The server's items as they are known here.
  package func items() throws -> [SyncItem] {
    try store.reading { (connection) throws(SQLiteError) in
      try connection.withStatement(
        "SELECT namespace, key, device, number, edited FROM sync_shadow"
      ) { (row) throws(SQLiteError) in
        var items: [SyncItem] = []
        while try row.step() {
          guard
            let name = try? PreferenceName(
              namespace: try row.text(at: 0), key: try row.text(at: 1))
          else { continue }
          items.append(
            SyncItem(
              name: name,
              version: SyncVersion(device: try row.text(at: 2), number: try row.integer(at: 3)),
              edited: try row.integer(at: 4), value: nil))
        }
        return items
      }
    } ?? []
  }

  /// Changes the tables of the device.
  package func run(_ sql: String) throws {
    _ = try store.changeForOthers { (changes) throws(PreferenceError) in
      try changes.sql { (connection) throws(SQLiteError) in
        try connection.runScript(Array(sql.utf8))
      }
    }
  }

  /// Forgets the server's items of keys with edits that are not sent.
  package func dropShadows() throws {
    try run(
      """
      DELETE FROM sync_shadow WHERE EXISTS (SELECT 1 FROM sync_edit AS e
        WHERE e.namespace = sync_shadow.namespace AND e.key = sync_shadow.key
          AND e.state = 'pending')
      """)
  }
}
