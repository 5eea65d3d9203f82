public import Synchronization

/// Which store has read a key last, and its cell for it: what makes a read cheaper than a look-up.
@usableFromInline
final class CellSlot: Sendable {
  /// Odd while the other two are being changed (a sequence lock).
  @usableFromInline let version = Atomic<UInt>(0)
  /// The store's number; 0 for none. Numbers are never given twice.
  @usableFromInline let store = Atomic<Int>(0)
  @usableFromInline let cell = Atomic<UInt>(0)
  /// A key that is made for one read leaves nothing behind: the second read binds it.
  let wasRead = Atomic<Bool>(false)

  /// The cell of a store, which its caller holds, and with it the cell.
  @inlinable
  func cell(of id: Int) -> UnsafeRawPointer? {
    let before = version.load(ordering: .acquiring)
    guard before & 1 == 0, store.load(ordering: .acquiring) == id else { return nil }
    let bits = cell.load(ordering: .acquiring)
    guard version.load(ordering: .relaxed) == before else { return nil }
    return UnsafeRawPointer(bitPattern: bits)
  }

  /// One binder at a time; another one goes on without.
  func bind(_ object: AnyObject, of id: Int) {
    let before = version.load(ordering: .relaxed)
    guard before & 1 == 0,
      version.compareExchange(
        expected: before, desired: before &+ 1, ordering: .acquiringAndReleasing
      ).exchanged
    else { return }
    store.store(id, ordering: .releasing)
    cell.store(
      UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), ordering: .releasing)
    version.store(before &+ 2, ordering: .releasing)
  }
}
