/// What the file has to know of a key besides its value; noted by the key's first write.
struct KeyOptions: Hashable, Sendable {
  /// Changes leave nothing in the history.
  var isUnlogged = false
  /// Values are not for display.
  var isRedacted = false

  var isEmpty: Bool { self == KeyOptions() }
}

extension PreferenceStore.Key {
  /// The same key without a history: for secrets, and for what changes all the time.
  ///
  /// Its changes cannot be undone or looked up. Observers hear of them, but of several that come close
  /// together perhaps only of the last. Noted in the file by the first write, and for good: from then
  /// on the key is no part of any snapshot or restored state. What was logged before stays in the file
  /// until ``PreferenceStore/erase(_:origin:)-(Key<Value>,_)``.
  public func unlogged() -> Self {
    var options = box.options
    options.isUnlogged = true
    return Self(box: box.with(options: options))
  }

  /// The same key with values that are not shown: the file's views, the command and exports hide them
  /// unless they are asked to reveal them.
  ///
  /// No protection against whoever can read the file. Noted in the file by the first write.
  public func redacted() -> Self {
    var options = box.options
    options.isRedacted = true
    return Self(box: box.with(options: options))
  }
}
