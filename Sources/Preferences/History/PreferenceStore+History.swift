/// Reading the history. It never writes, and an absent file has none.
extension PreferenceStore {
  /// The changes of a key, newest first.
  public func history<Value>(of key: Key<Value>) -> PreferenceHistory {
    do throws(PreferenceError) { return history(of: try key.names[0]) } catch {
      return PreferenceHistory(throwing: error, of: self)
    }
  }

  /// The changes of a preference by its name, newest first.
  public func history(of name: PreferenceName) -> PreferenceHistory {
    PreferenceHistory(.key(name), of: self)
  }

  /// The changes of all keys in a namespace, newest first.
  public func history(in namespace: String) -> PreferenceHistory {
    PreferenceHistory(.namespace(namespace.normalizedToNFC), of: self)
  }

  /// All changes, newest first.
  public func history() -> PreferenceHistory { PreferenceHistory(.all, of: self) }

  /// All changes after a number, oldest first: for a program that goes on where it had stopped.
  public func history(after sequence: Int64) -> PreferenceHistory {
    PreferenceHistory(.forward, of: self, after: sequence)
  }
}
