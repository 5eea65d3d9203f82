/// A cell of whatever type.
///
/// It belongs to one declaration and one store. The store keeps it to its own end, so whoever holds
/// the store may use it; to drop a value, a cell is emptied.
@usableFromInline
class AnyCell: @unchecked Sendable {
  // Unchecked, since the class has a subclass: all is immutable here, and behind a lock there.
  /// What is known of the key's names, own first.
  let entries: [CacheEntry]
  /// Kept alive, so that the store can tell by its identity whose cell this is.
  private let owner: AnyKeyBox

  init(entries: [CacheEntry], owner: AnyKeyBox) {
    self.entries = entries
    self.owner = owner
  }

  /// To be taken before the file is read for ``ValueCell/fill(_:_:ticket:)``.
  var ticket: Int { 0 }

  func empty() {}
}

/// What a key reads as in one store, decoded, while the file's state is the one known.
@usableFromInline
final class ValueCell<Value: Sendable>: AnyCell, @unchecked Sendable {
  @usableFromInline
  struct Contents: Sendable {
    @usableFromInline var value: Value?
    /// Where the file's state stands; nil while the cell is empty. Used under the cell's lock only:
    /// whoever closes the file empties all cells first.
    @usableFromInline var header: FileStatePointer?
    /// How often the cell was emptied: what was read before that must not be put in afterwards.
    @usableFromInline var emptied = 0

    @usableFromInline init() {}
  }

  @usableFromInline let contents = CacheLock(Contents())

  /// The value, unless the file has changed since.
  @inlinable
  func value(ifStill known: FileStatePointer) -> Value? {
    contents.withLock { contents in
      guard let header = contents.header, header.equals(known) else { return nil }
      return contents.value
    }
  }

  override var ticket: Int { contents.withLock(\.emptied) }

  @usableFromInline
  func fill(_ value: Value, _ header: FileStatePointer, ticket: Int) {
    let old = contents.withLock { contents -> Value? in
      guard contents.emptied == ticket else { return value }
      let old = contents.value
      (contents.value, contents.header) = (value, header)
      return old
    }
    _ = old  // given up outside the lock: it may be anybody's object
  }

  override func empty() {
    let old = contents.withLock { contents -> Value? in
      defer { (contents.value, contents.header) = (nil, nil) }
      contents.emptied &+= 1
      return contents.value
    }
    _ = old
  }
}
