internal import SQLiteCore

/// The statements that give back what the triggers have set anew.
extension Connection {
  func dress(
    _ sequence: Int64, changeSet: Int64, origin: Int64, changedAt: Int64
  ) throws(SQLiteError) {
    try withStatement(
      """
      UPDATE preference_change SET change_set = ?2, origin = ?3, changed_at = ?4 WHERE sequence = ?1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(sequence, at: 1)
      try statement.bind(changeSet, at: 2)
      try statement.bind(origin, at: 3)
      try statement.bind(changedAt, at: 4)
      try statement.run()
    }
  }

  func setTimes(of row: PreferenceRow) throws(SQLiteError) {
    try withStatement(
      """
      UPDATE preference SET created_at = ?3, updated_at = ?4 WHERE namespace = ?1 AND key = ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(row.name.namespace, at: 1)
      try statement.bind(row.name.key, at: 2)
      try statement.bind(row.createdAt, at: 3)
      try statement.bind(row.updatedAt, at: 4)
      try statement.run()
    }
  }

  func insertUndo(_ undo: SalvagedContent.Undo) throws(SQLiteError) {
    try withStatement("INSERT OR IGNORE INTO preference_undo VALUES (?1, ?2, ?3, ?4)") {
      (statement) throws(SQLiteError) in
      try statement.bind(undo.changeSet, at: 1)
      try statement.bind(undo.undone, at: 2)
      try statement.bind(undo.isRedo, at: 3)
      try statement.bind(undo.isPartial, at: 4)
      try statement.run()
    }
  }

  func insertLedger(_ row: [SQLiteValue]) throws(SQLiteError) {
    try withStatement(
      "INSERT OR IGNORE INTO schema_migration VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)"
    ) { (statement) throws(SQLiteError) in
      for (index, value) in row.enumerated() { try statement.bind(value, at: Int32(index) + 1) }
      try statement.run()
    }
  }
}
