public import Synchronization

/// The state of a database file: 48 bytes that every commit of every process changes.
struct FileState: Hashable, Sendable {
  fileprivate var words = SIMD8<UInt64>()

  /// How many commits there have been, modulo 2³²: the third of the header's 32-bit numbers
  /// (`iChange`, https://sqlite.org/walformat.html#the_wal_index_header).
  var commits: UInt32 { UInt32(truncatingIfNeeded: words[1]) }
}

/// Where a state stands in memory.
///
/// Words are loaded one by one, so a copy taken during a commit may be a mixture. It equals no state
/// that ever was, since the number of the commit is in it: it only costs one more look.
@usableFromInline
struct FileStatePointer: @unchecked Sendable {
  // Unchecked: all access is atomic, and whoever holds one holds what keeps the memory alive.
  @usableFromInline let words: UnsafeMutablePointer<Atomic<UInt64>>

  private static let count = 6

  /// `Atomic<UInt64>` has the layout of `UInt64`, and the index begins at a page.
  init(_ header: UnsafeRawPointer) {
    words = UnsafeMutableRawPointer(mutating: header).assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  /// Memory for a state, all zero: none that a file could have.
  static func allocate() -> Self {
    let memory = UnsafeMutableRawPointer.allocate(byteCount: 8 * count, alignment: 8)
    memory.initializeMemory(as: UInt64.self, repeating: 0, count: count)
    return Self(memory)
  }

  func deallocate() { UnsafeMutableRawPointer(words).deallocate() }

  func load() -> FileState {
    var state = FileState()
    for index in 0..<Self.count { state.words[index] = words[index].load(ordering: .relaxed) }
    return state
  }

  func store(_ state: FileState) {
    for index in 0..<Self.count { words[index].store(state.words[index], ordering: .releasing) }
  }

  @inlinable
  func equals(_ other: FileStatePointer) -> Bool {
    for index in 0..<6 {
      let word = words[index].load(ordering: .relaxed)
      guard word == other.words[index].load(ordering: .relaxed) else { return false }
    }
    return true
  }
}
