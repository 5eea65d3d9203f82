internal import SQLiteCore

/// The statements of the library; all SQL that reads or writes preferences is here.
extension Connection {
  /// The value of a preference; nil when there is no row.
  func storedValue(of name: PreferenceName) throws(SQLiteError) -> StoredValue? {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha FROM preference WHERE namespace = ?1 AND key = ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.withTexts(name.namespace, name.key) { () throws(SQLiteError) in
        try statement.step() ? try statement.storedValue(at: 0) : nil
      }
    }
  }

  /// The same with what a cache wants to know.
  func cacheableRow(of name: PreferenceName) throws(SQLiteError) -> CacheableRow? {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha, sequence FROM preference
      WHERE namespace = ?1 AND key = ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.withTexts(name.namespace, name.key) { () throws(SQLiteError) in
        guard try statement.step() else { return nil }
        return CacheableRow(
          value: try statement.storedValue(at: 0), isLogged: try statement.integer(at: 6) > 0)
      }
    }
  }

  /// The value under the first of the names that has a row; a reference to a colour is followed.
  func currentValue(
    ofFirst names: [PreferenceName], declared: KeyRegistry
  ) throws(SQLiteError) -> StoredValue? {
    for name in names {
      guard let stored = try storedValue(of: name) else { continue }
      return stored.type == .colorBlob ? try followed(stored, declared: declared) : stored
    }
    return nil
  }

  /// A preference with its times and version; nil when there is no row.
  func row(of name: PreferenceName) throws(SQLiteError) -> PreferenceRow? {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha, created_at, updated_at, sequence, namespace, key
      FROM preference WHERE namespace = ?1 AND key = ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      return try statement.step() ? try statement.preferenceRow() : nil
    }
  }

  /// All preferences, or those of a namespace, in the order of their names.
  func rows(in namespace: String?) throws(SQLiteError) -> [PreferenceRow] {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha, created_at, updated_at, sequence, namespace, key
      FROM preference WHERE ?1 IS NULL OR namespace = ?1 ORDER BY namespace, key
      """
    ) { (statement) throws(SQLiteError) in
      if let namespace { try statement.bind(namespace, at: 1) }
      var rows: [PreferenceRow] = []
      while try statement.step() {
        rows.append(try statement.preferenceRow())
      }
      return rows
    }
  }

  /// Sequence number of the newest row of the log, 0 when it is empty.
  func lastSequence() throws(SQLiteError) -> Int64 {
    try integer("SELECT max(sequence) FROM preference_change") ?? 0
  }

  /// The number of an origin; nil when it has no row.
  func originID(of name: String) throws(SQLiteError) -> Int64? {
    try withStatement("SELECT id FROM preference_origin WHERE name = ?1") {
      (statement) throws(SQLiteError) in
      try statement.bind(name, at: 1)
      return try statement.step() ? try statement.integer(at: 0) : nil
    }
  }

  /// Gives an origin a row and a number.
  func insertOrigin(_ name: String) throws(SQLiteError) -> Int64 {
    try withStatement("INSERT INTO preference_origin (name) VALUES (?1)") {
      (statement) throws(SQLiteError) in
      try statement.bind(name, at: 1)
      try statement.run()
    }
    return try originID(of: name) ?? 0
  }

  /// Updates a row that differs; says whether it did. `next` becomes the row's version.
  func update(
    _ name: PreferenceName, to value: StoredValue, next: Int64, now: Int64
  ) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      UPDATE preference SET type = ?3, value = ?4, red = ?5, green = ?6, blue = ?7, alpha = ?8,
        updated_at = max(updated_at, ?9), sequence = iif(sequence = 0, 0, ?10)
      WHERE namespace = ?1 AND key = ?2
        AND (type, value, red, green, blue, alpha, typeof(value))
          IS NOT (?3, ?4, ?5, ?6, ?7, ?8, typeof(?4))
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(now, at: 9)
      try statement.bind(next, at: 10)
      try statement.run(with: name, value)
      return changes > 0
    }
  }

  /// Inserts a row; says whether it did. An equal row is left alone by the schema's trigger.
  func insert(
    _ name: PreferenceName, _ value: StoredValue
  ) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      INSERT INTO preference (namespace, key, type, value, red, green, blue, alpha)
      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
      """
    ) { (statement) throws(SQLiteError) in
      try statement.run(with: name, value)
      return changes > 0
    }
  }

  /// Deletes a row; says whether there was one.
  func delete(_ name: PreferenceName) throws(SQLiteError) -> Bool {
    try withStatement("DELETE FROM preference WHERE namespace = ?1 AND key = ?2") {
      (statement) throws(SQLiteError) in
      try statement.withTexts(name.namespace, name.key) { () throws(SQLiteError) in
        try statement.run()
      }
      return changes > 0
    }
  }
}

extension Statement {
  /// Runs the statement with name and value as its parameters 1 to 8, which are not copied.
  fileprivate func run(with name: PreferenceName, _ value: StoredValue) throws(SQLiteError) {
    try withTexts(name.namespace, name.key) { () throws(SQLiteError) in
      try withText(value.type.rawValue, at: 3) { () throws(SQLiteError) in
        switch value.storage {
        case .text(let text):
          return try withText(text, at: 4) { () throws(SQLiteError) in try run() }
        case .blob(let bytes):
          return try withBytes(bytes, at: 4) { () throws(SQLiteError) in try run() }
        case .null: break
        case .integer(let integer): try bind(integer, at: 4)
        case .real(let real): try bind(real, at: 4)
        case .malformedText(let bytes): try bind(.malformedText(bytes), at: 4)
        case .components(let red, let green, let blue, let alpha):
          try bind(red, at: 5)
          try bind(green, at: 6)
          try bind(blue, at: 7)
          try bind(alpha, at: 8)
        }
        try run()
      }
    }
  }

  /// The six columns type, value, red, green, blue and alpha, from `column` on.
  func storedValue(at column: Int32) throws(SQLiteError) -> StoredValue {
    let type = StoredType(rawValue: try asciiText(at: column))
    switch value(at: column + 1) {
    case .integer(let integer): return StoredValue(type: type, storage: .integer(integer))
    case .real(let real): return StoredValue(type: type, storage: .real(real))
    case .text(let text): return StoredValue(type: type, storage: .text(text))
    case .blob(let bytes): return StoredValue(type: type, storage: .blob(bytes))
    case .malformedText(let bytes):
      return StoredValue(type: type, storage: .malformedText(bytes))
    case .null:
      // Tags of newer versions may use the colour columns as well.
      for part in 2...5 where isNull(at: column + Int32(part)) {
        return StoredValue(type: type, storage: .null)
      }
      return StoredValue(
        type: type,
        storage: .components(
          red: try real(at: column + 2), green: try real(at: column + 3),
          blue: try real(at: column + 4), alpha: try real(at: column + 5)))
    }
  }

  func preferenceRow() throws(SQLiteError) -> PreferenceRow {
    PreferenceRow(
      name: preferenceName(at: 9),
      value: try storedValue(at: 0),
      createdAt: try integer(at: 6), updatedAt: try integer(at: 7), sequence: try integer(at: 8))
  }

  /// Namespace and key. Another program may have written names that ours could not: they are shown
  /// as they stand.
  func preferenceName(at column: Int32) -> PreferenceName {
    PreferenceName(unchecked: anyText(at: column), key: anyText(at: column + 1))
  }

  /// Text, repaired where it is not UTF-8 or would take long to compare.
  func anyText(at column: Int32) -> String {
    switch value(at: column) {
    case .text(let text): text.withoutPiledMarks
    case .malformedText(let bytes): String(decoding: bytes, as: UTF8.self).withoutPiledMarks
    default: ""
    }
  }
}
