internal import SQLiteCore

/// Undo and redo of what one part of a program has changed, such as a settings window.
///
/// The stack is the history itself: it has no state of its own, and is the same in the next run and
/// in another process. Change sets of other origins are left alone; where one of them has changed the
/// same key since, ``undo(force:)`` says so.
///
/// ```swift
/// let window = UndoStack(store: store, origin: "settings window")
/// try store.set(.dark, for: AppSettings.appearance, origin: window.origin)
/// try window.undo()
/// ```
public struct UndoStack: Sendable {
  /// Where the changes are.
  public let store: PreferenceStore
  /// The origin whose changes are undone, and that undos carry themselves; nil: all changes.
  public let origin: String?

  /// The stack of an origin in a store.
  public init(store: PreferenceStore = .current, origin: String? = nil) {
    self.store = store
    self.origin = origin
  }

  /// Whether there is a change set to undo; it may still refuse, or turn out to have no effect.
  public var canUndo: Bool {
    get throws(PreferenceError) { try candidate(for: .undo) }
  }

  /// Whether there is an undo to take back.
  public var canRedo: Bool {
    get throws(PreferenceError) { try candidate(for: .redo) }
  }

  /// See ``PreferenceStore/undo(force:origin:)``.
  @discardableResult
  public func undo(force: Bool = false) throws(PreferenceError) -> PreferenceChangeSet? {
    try store.undoNewest(.undo, of: origin, force: force, origin: origin)
  }

  /// See ``PreferenceStore/redo(origin:)``.
  @discardableResult
  public func redo(force: Bool = false) throws(PreferenceError) -> PreferenceChangeSet? {
    try store.undoNewest(.redo, of: origin, force: force, origin: origin)
  }

  private func candidate(
    for kind: PreferenceChangeSet.Kind
  ) throws(PreferenceError) -> Bool {
    try store.read { (connection) throws(SQLiteError) in
      try connection.onSnapshot { () throws(SQLiteError) in
        let records = try UndoRecords(on: connection)
        return try connection.candidate(for: kind, origin: origin, records) != nil
      }
    } ?? false
  }
}
