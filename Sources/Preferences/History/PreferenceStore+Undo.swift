/// Going back. An undo is a new change set, in the history like any other; nothing is rewritten.
extension PreferenceStore {
  /// Undoes the newest change set that has not been undone, by whichever program; again and again
  /// goes further back.
  ///
  /// - Parameters:
  ///   - force: overwrites keys that were changed again since.
  ///   - origin: the name of the undo in the history; the store's by default.
  /// - Returns: the new change set; nil when there is nothing to undo.
  /// - Throws: ``PreferenceError/overwrittenSince(_:)``,
  ///   ``PreferenceError/historyGap(sequence:keys:)`` where the values before are no longer kept.
  @discardableResult
  public func undo(
    force: Bool = false, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try undoNewest(.undo, of: nil, force: force, origin: origin)
  }

  /// Undoes the change set of a number; an undo too, which is then done again.
  ///
  /// - Returns: the new change set; nil when there is nothing left of it to undo.
  /// - Throws: what ``undo(force:origin:)`` throws, ``PreferenceError/unknownChangeSet(_:)``.
  @discardableResult
  public func undo(
    changeSet number: Int64, force: Bool = false, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    guard try exists() else { throw .unknownChangeSet(number) }
    return try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.undo(changeSet: number, force: force)
    }
  }

  /// Undoes the last change of one key, whatever else its change set did; again goes further back.
  ///
  /// - Returns: the new change set; nil when the key was never changed.
  /// - Throws: ``PreferenceError/historyGap(sequence:keys:)``, ``PreferenceError/notLogged(key:)``.
  @discardableResult
  public func undo<Value>(
    _ key: Key<Value>, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    try undo(try key.names[0], origin: origin)
  }

  /// The same by name.
  @discardableResult
  public func undo(
    _ name: PreferenceName, origin: String? = nil
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    guard try exists() else { return nil }
    return try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.undo(name)
    }
  }

  /// Undoes the newest undo, unless something else was changed after it.
  ///
  /// - Returns: the new change set; nil when there is nothing to redo.
  /// - Throws: what ``undo(force:origin:)`` throws.
  @discardableResult
  public func redo(origin: String? = nil) throws(PreferenceError) -> PreferenceChangeSet? {
    try undoNewest(.redo, of: nil, force: false, origin: origin)
  }

  func undoNewest(
    _ kind: PreferenceChangeSet.Kind, of own: String?, force: Bool, origin: String?
  ) throws(PreferenceError) -> PreferenceChangeSet? {
    // A store that does not exist is not created in order to undo nothing in it.
    guard try exists() else { return nil }
    return try change(origin: origin) { (transaction) throws(PreferenceError) in
      try transaction.undoNewest(kind, of: own, force: force)
    }
  }
}
