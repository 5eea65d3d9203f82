internal import SQLiteCore

extension ChangeSet {
  /// Notes what a key was declared with, where the file does not have it yet.
  mutating func note(_ options: KeyOptions, for name: PreferenceName) throws(SQLiteError) {
    let known = try connection.options(of: name)
    if options.isRedacted, !known.isRedacted { try connection.redact(name) }
    guard options.isUnlogged, !known.isUnlogged else { return }
    let hasEnded = try marked { (connection) throws(SQLiteError) in
      try connection.endLog(of: name)
    }
    try connection.stopLogging(name)
    if hasEnded { try noteChange(of: name) }
  }
}

extension Connection {
  fileprivate func options(of name: PreferenceName) throws(SQLiteError) -> KeyOptions {
    try withStatement(
      """
      SELECT coalesce(sequence = 0, 0), redacted FROM preference_key
      WHERE namespace = ?1 AND key = ?2
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      guard try statement.step() else { return KeyOptions() }
      return KeyOptions(
        isUnlogged: try statement.integer(at: 0) != 0,
        isRedacted: try statement.integer(at: 1) != 0)
    }
  }

  /// A last version of a key that was logged so far: later values are not kept. Without it the log
  /// would say that the value stays, to a look at the past and to whoever caches by it.
  fileprivate func endLog(of name: PreferenceName) throws(SQLiteError) -> Bool {
    try withStatement(
      """
      INSERT INTO preference_change (previous, namespace, key, type)
      SELECT sequence, namespace, key, 'erased' FROM preference
      WHERE namespace = ?1 AND key = ?2 AND sequence > 0
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      try statement.run()
      return changes > 0
    }
  }

  /// The versions so far stay, but nothing leads to them from the key any more.
  fileprivate func stopLogging(_ name: PreferenceName) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO preference_key (namespace, key, sequence) VALUES (?1, ?2, 0)
      ON CONFLICT DO UPDATE SET sequence = 0
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      try statement.run()
    }
    try withStatement(
      "UPDATE preference SET sequence = 0 WHERE namespace = ?1 AND key = ?2"
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      try statement.run()
    }
  }

  fileprivate func redact(_ name: PreferenceName) throws(SQLiteError) {
    try withStatement(
      """
      INSERT INTO preference_key (namespace, key, redacted) VALUES (?1, ?2, 1)
      ON CONFLICT DO UPDATE SET redacted = 1
      """
    ) { (statement) throws(SQLiteError) in
      try statement.bind(name.namespace, at: 1)
      try statement.bind(name.key, at: 2)
      try statement.run()
    }
  }
}

extension PreferenceStore {
  /// The preferences whose values are not for display.
  package func redactedNames() throws(PreferenceError) -> Set<PreferenceName> {
    try read { (connection) throws(SQLiteError) in
      try connection.withStatement("SELECT namespace, key FROM preference_key WHERE redacted") {
        (statement) throws(SQLiteError) in
        var names: Set<PreferenceName> = []
        while try statement.step() { names.insert(statement.preferenceName(at: 0)) }
        return names
      }
    } ?? []
  }
}
