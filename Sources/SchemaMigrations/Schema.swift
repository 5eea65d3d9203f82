import SQLiteCore

/// The tables, indexes, triggers and views of a database, or of one component in it.
package struct Schema: Hashable, Sendable {
  /// One row of `sqlite_schema` (https://sqlite.org/schematab.html).
  package struct Object: Hashable, Sendable, CustomStringConvertible {
    /// `table`, `index`, `trigger` or `view`.
    package var type: String
    package var name: String
    /// The table that an index or trigger is on; else the name again.
    package var table: String
    /// The statement that makes it, with blanks and comments reduced.
    package var sql: String

    package var description: String { "\(type) \(name)" }

    // SQLite compares names without regard to the case of ASCII letters; none here has others.
    var key: String { "\(type) \(name.lowercased())" }
  }

  private let objectsByKey: [String: Object]

  /// Ordered by type and name.
  package var objects: [Object] {
    objectsByKey.sorted { $0.key < $1.key }.map(\.value)
  }

  init(_ objects: some Sequence<Object>) {
    objectsByKey = Dictionary(objects.map { ($0.key, $0) }) { first, _ in first }
  }

  /// Reads what a file has, without SQLite's own tables and indexes and without the ledger.
  init(of connection: Connection) throws(SQLiteError) {
    let sql: StaticString = """
      SELECT type, name, tbl_name, sql FROM main.sqlite_schema
      WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
        AND name <> 'schema_migration' COLLATE NOCASE
      """
    self.init(
      try connection.withStatement(sql) { (row) throws(SQLiteError) -> [Object] in
        var objects: [Object] = []
        while try row.step() {
          objects.append(
            Object(
              type: try row.text(at: 0), name: try row.text(at: 1), table: try row.text(at: 2),
              sql: SQLText.canonical(try row.text(at: 3))))
        }
        return objects
      })
  }

  func contains(_ object: Object) -> Bool { objectsByKey[object.key] != nil }

  /// The objects that `other` does not have.
  func subtracting(_ other: Schema) -> Schema {
    Schema(objectsByKey.values.filter { !other.contains($0) })
  }

  /// The objects that `other` has too.
  func intersection(_ other: Schema) -> Schema {
    Schema(objectsByKey.values.filter { other.contains($0) })
  }

  /// SHA-256 over all objects in order; lengths in front, so that no two schemas spell the same.
  package var fingerprint: String {
    var text: [UInt8] = []
    for object in objects {
      for part in [object.type, object.name, object.table, object.sql] {
        text += Array("\(part.utf8.count):\(part)".utf8)
      }
    }
    return SHA256.hexDigest(text)
  }

  /// How this schema of a file departs from the one that the migrations build.
  func differences(from expected: Schema) -> [SchemaDifference] {
    let names = Set(expected.objects.map { $0.name.lowercased() })
    let missing = expected.objects.compactMap { object -> SchemaDifference? in
      guard let found = objectsByKey[object.key] else { return .missing(object) }
      return found == object ? nil : .changed(object, found: found)
    }
    let unexpected = objects.filter { !expected.contains($0) }.map { object in
      SchemaDifference.unexpected(object, isAttached: names.contains(object.table.lowercased()))
    }
    return missing + unexpected
  }
}

/// One object in which a file departs from what the migrations build.
package enum SchemaDifference: Hashable, Sendable {
  case missing(Schema.Object)
  case changed(Schema.Object, found: Schema.Object)
  /// Made by somebody else; attached: an index or trigger on one of the component's tables.
  case unexpected(Schema.Object, isAttached: Bool)

  /// Whether a migration cannot be relied upon: something of the component is gone or another.
  package var preventsMigration: Bool {
    if case .unexpected = self { false } else { true }
  }

  /// Whether the component may behave otherwise than it was made to.
  ///
  /// A foreign trigger on its table can change what a write does; a table beside it cannot, and an
  /// index only costs time.
  package var isFailure: Bool {
    if case .unexpected(let object, let isAttached) = self {
      return isAttached && object.type == "trigger"
    }
    return true
  }
}

extension SchemaDifference: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing(let object): "\(object) is missing"
    case .changed(let object, let found):
      found.name == object.name && found.table == object.table
        ? "\(object) is defined otherwise than by the migrations"
        : "\(object) on \(object.table) is found as \(found) on \(found.table)"
    case .unexpected(let object, let isAttached):
      isAttached
        ? "\(object) on \(object.table) is not of the migrations"
        : "\(object) is not of the migrations"
    }
  }
}
