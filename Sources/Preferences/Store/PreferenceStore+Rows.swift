internal import SQLiteCore

extension PreferenceStore {
  /// The names of all preferences that are set, or of those in one namespace, in their order.
  public func names(in namespace: String? = nil) throws(PreferenceError) -> [PreferenceName] {
    try rows(in: namespace).map(\.name)
  }

  /// Removes all preferences of a namespace in one change set, so that its keys read as defaults.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func removeAll(
    in namespace: String, origin: String? = nil
  ) throws(PreferenceError) -> Int {
    try change(origin: origin) { (transaction) throws(PreferenceError) in
      let names = try transaction.names(in: namespace)
      for name in names { try transaction.remove(name) }
      return names.count
    }
  }
}

/// Untyped access by name, for tools, importers and migrations.
extension PreferenceStore {
  /// A preference as it stands in the file; nil when it is not set.
  ///
  /// - Parameter followingReferences: whether references to colours carry what they stand for now.
  package func row(
    of name: PreferenceName, followingReferences: Bool = false
  ) throws(PreferenceError) -> PreferenceRow? {
    try read { (connection) throws(SQLiteError) in
      var row = try connection.row(of: name)
      if followingReferences, let value = row?.value {
        row?.value = try connection.followed(value, declared: registry)
      }
      return row
    } ?? nil
  }

  /// All preferences, or those of one namespace, in the order of their names.
  ///
  /// - Parameter followingReferences: whether references to colours carry what they stand for now.
  package func rows(
    in namespace: String? = nil, followingReferences: Bool = false
  ) throws(PreferenceError) -> [PreferenceRow] {
    try read { (connection) throws(SQLiteError) in
      var rows = try connection.rows(in: namespace)
      guard followingReferences else { return rows }
      for index in rows.indices where rows[index].value.type == .colorBlob {
        rows[index].value = try connection.followed(rows[index].value, declared: registry)
      }
      return rows
    } ?? []
  }

  /// Whether there is a file with a schema in it.
  package func exists() throws(PreferenceError) -> Bool { try read { _ in true } ?? false }
}
