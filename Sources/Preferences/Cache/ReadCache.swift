internal import SQLiteCore
public import Synchronization

/// Values that were read, and the state of the file that they hold for.
///
/// In WAL mode the file's state is the header of the index that all connections share in memory; a
/// value is given out only while that equals the state under which it was read. So a cached read is as
/// true as one of SQLite, which decides by the same bytes whether its own pages still hold. Rules:
///
/// - The state is copied *before* the database is read; what is read then is as new or newer.
/// - When the state has moved, the log tells which names have changed; they are forgotten, and those
///   of which the log may be silent, *before* the new state is made known.
/// - After a commit of this store the new state is adopted if there was exactly one commit since.
/// - Where there is no such header, nothing is kept, and every read asks the database.
///
/// Locks are taken in the order writer, reader, this one, cell. Only a holder of the reader's lock
/// reads the database for the cache or makes a new state known from there.
@usableFromInline
final class ReadCache: Sendable {
  /// The state for which all that is in here holds, in the cells as well.
  @usableFromInline let known = FileStatePointer.allocate()
  /// Never given twice in a process.
  @usableFromInline let id = ReadCache.ids.next()
  private static let ids = Counter()

  // Whether the path still names the same file: looked at under which number of the process, once
  // that is asked at each read; before that, until when a look counts.
  // Unsafe in name only: never freed, and atomic.
  @usableFromInline nonisolated(unsafe) let epoch = Epoch.number
  @usableFromInline let lookedIn = Atomic<Int>(-1)
  private let nextLook = Atomic<Int64>(0)
  private let usesEpoch = Atomic<Bool>(false)

  let state: CacheLock<State>

  struct State: Sendable {
    /// Bytes that values may take; 0: nothing is kept.
    let limit: Int
    /// Where the file's state stands; nil while there is nothing that holds for it.
    var header: FileStatePointer?
    /// In use lately; and those that are given up next, unless they are used again.
    var entries: [PreferenceName: CacheEntry] = [:]
    var oldEntries: [PreferenceName: CacheEntry] = [:]
    /// The same by the written forms of names that were asked for.
    var texts: [String: CacheEntry] = [:]
    var bytes = 0
    /// Names of whose changes the log may be silent.
    var fleeting: [CacheEntry] = []
    /// By the identity of their keys, which they keep alive.
    var cells: [ObjectIdentifier: AnyCell] = [:]
    /// Cells whose values have come from other names as well: references to colours.
    var following: [ObjectIdentifier: AnyCell] = [:]
    /// Whether a name that has no entry is known not to be set.
    var isComplete = false
    var misses = 0

    func isCurrent(_ known: FileStatePointer) -> Bool { header?.equals(known) ?? false }
  }

  /// Whether anything may be kept.
  let isUsed: Bool

  init(limit: Int) {
    isUsed = limit > 0
    state = CacheLock(State(limit: limit))
  }

  deinit {
    // Cells and entries hold each other.
    state.withLock { state in
      for cell in state.cells.values { for entry in cell.entries { entry.cells = [] } }
    }
    known.deallocate()
  }

  // MARK: - Whether the file is the same

  /// Whether the path was looked at lately.
  @inlinable var isFreshlyLookedAt: Bool {
    lookedIn.load(ordering: .relaxed) == epoch.pointee.load(ordering: .relaxed) || isLookedAtByTime
  }

  @usableFromInline var isLookedAtByTime: Bool {
    !usesEpoch.load(ordering: .relaxed)
      && SystemCalls.coarseTime < nextLook.load(ordering: .relaxed)
  }

  /// How long a moved, deleted or replaced file may go unnoticed by reads, in milliseconds: as long as
  /// a number of the process lasts. Looking costs a `stat`, a third of a point read; writes look every
  /// time.
  private static let lookInterval: Int64 = 100

  func noteLook() {
    nextLook.store(SystemCalls.coarseTime + Self.lookInterval, ordering: .relaxed)
    // Before the look, so that a number that changes meanwhile leads to another one.
    let number = usesEpoch.load(ordering: .relaxed) ? Epoch.now() : nil
    lookedIn.store(number ?? -1, ordering: .relaxed)
    if number == nil { usesEpoch.store(false, ordering: .relaxed) }
  }

  /// From now on reads are so cheap that asking a clock would be most of them.
  private func useEpoch() {
    if !usesEpoch.load(ordering: .relaxed) { usesEpoch.store(true, ordering: .relaxed) }
  }

  // MARK: - Reading

  /// What is stored under the first of some names that is set.
  struct Found {
    var value: StoredValue?
    /// Whether other names had to be read, since it refers to them.
    var isFollowed = false
    /// Where the state stands that it holds for; nil when it must not be kept.
    var header: FileStatePointer?
  }

  /// What is known of some names, if it still holds.
  func find(_ names: [PreferenceName]) -> Found? {
    state.withLock { state in
      guard state.isCurrent(known) else { return nil }
      // In two steps: a copy of the state, made for the call, would make every entry a copy of all.
      let entries = names.map { state.entry(for: $0) }
      return state.found(in: entries)
    }
  }

  /// The same by what is known of them.
  func find(_ entries: [CacheEntry]) -> Found? {
    state.withLock { state in state.isCurrent(known) ? state.found(in: entries) : nil }
  }

  /// The same by a written name that was asked for before, in one look-up; with the entry, for its
  /// name.
  func find(_ text: String) -> (value: StoredValue?, entry: CacheEntry)? {
    state.withLock { state in
      guard state.isCurrent(known), let entry = state.texts[text], let value = entry.value,
        !entry.refersToOthers
      else { return nil }
      return (value, entry)
    }
  }

  /// Remembers the text that a name was written as.
  func remember(_ text: String, of name: PreferenceName) {
    state.withLock { state in
      guard state.header != nil else { return }
      state.texts[text] = state.entry(for: name)
      useEpoch()
    }
  }

  /// The cell of a key that was read before; nil when there is nothing to keep.
  func cell(of box: AnyKeyBox, _ names: [PreferenceName]) -> AnyCell? {
    if let pointer = box.slot.cell(of: id) {
      return Unmanaged<AnyCell>.fromOpaque(pointer).takeUnretainedValue()
    }
    guard box.slot.wasRead.exchange(true, ordering: .relaxed) else { return nil }
    let cell = state.withLock { state -> AnyCell? in
      guard state.header != nil else { return nil }
      if let cell = state.cells[ObjectIdentifier(box)] { return cell }
      guard state.cells.count < Self.mostCells else { return nil }
      let cell = box.makeCell(names.map { state.entry(for: $0) })
      state.cells[ObjectIdentifier(box)] = cell
      for entry in cell.entries { entry.cells.append(cell) }
      return cell
    }
    guard let cell else { return nil }
    useEpoch()
    box.slot.bind(cell, of: id)
    return cell
  }

  /// Cells are kept to the end: a program that makes keys without end must not pay for all of them.
  private static let mostCells = 16_384

  /// Whether a value that was read with others may be kept: whatever changes from now on empties its
  /// cell, so from the next time on.
  func mayKeep(_ found: Found, in cell: AnyCell) -> Bool {
    guard found.isFollowed else { return true }
    return state.withLock { $0.following.updateValue(cell, forKey: ObjectIdentifier(cell)) } != nil
  }

  // MARK: - Forgetting

  /// Forgets everything, before the file is closed or another one opened.
  func empty() {
    state.withLock { state in
      state.forgetAll()
      state.header = nil
    }
    lookedIn.store(-1, ordering: .relaxed)
    nextLook.store(0, ordering: .relaxed)
  }

  /// Forgets what has come from other names, when a default that is referred to may have changed.
  func forgetFollowed() {
    state.withLock { state in for cell in state.following.values { cell.empty() } }
  }
}

extension ReadCache.State {
  func found(in entries: [CacheEntry]) -> ReadCache.Found? {
    for entry in entries {
      guard let value = entry.value else { return nil }
      guard let value else { continue }
      return entry.refersToOthers ? nil : ReadCache.Found(value: value, header: header)
    }
    return ReadCache.Found(header: header)
  }

  /// The entry of a name, made when there is none.
  mutating func entry(for name: PreferenceName) -> CacheEntry {
    if let entry = entries[name] { return entry }
    if let entry = oldEntries.removeValue(forKey: name) {
      add(entry)
      return entry
    }
    let entry = CacheEntry(name)
    if isComplete { keep(nil, isLogged: false, in: entry) }
    add(entry)
    return entry
  }

  private mutating func add(_ entry: CacheEntry) {
    entries[entry.name] = entry
    bytes += entry.bytes + CacheEntry.overhead
    if bytes > limit / 2 { giveUpOld() }
  }

  /// Keeps what was read.
  mutating func keep(_ value: StoredValue?, isLogged: Bool, in entry: CacheEntry) {
    let weight = value?.weight ?? 0
    guard weight <= limit / 8 else { return entry.value = nil }
    entry.value = .some(value)
    entry.refersToOthers = value?.refersToOthers ?? false
    bytes += weight - entry.bytes
    entry.bytes = weight
    guard !isLogged, !entry.isFleeting else { return }
    entry.isFleeting = true
    fleeting.append(entry)
  }

  /// Two generations: what was not used since the last time goes. What has cells stays, empty, and
  /// does not count: there are only so many cells.
  private mutating func giveUpOld() {
    let given = oldEntries.values
    (oldEntries, entries, bytes) = (entries, [:], 0)
    for entry in given where !entry.cells.isEmpty {
      entry.forget()
      entry.bytes = 0
      entries[entry.name] = entry
    }
    texts = [:]
    isComplete = false
    fleeting = (Array(entries.values) + Array(oldEntries.values)).filter(\.isFleeting)
  }

  /// Forgets names, and those of whose changes the log may have been silent.
  mutating func forget(_ names: some Sequence<PreferenceName>, andFleeting: Bool) {
    if andFleeting { isComplete = false }
    for name in names {
      // A name without an entry is unknown, unless it would count as not set.
      (isComplete ? entry(for: name) : entries[name] ?? oldEntries[name])?.forget()
    }
    for cell in following.values { cell.empty() }
    guard andFleeting else { return }
    for entry in fleeting {
      entry.forget()
      entry.isFleeting = false
    }
    fleeting = []
  }

  mutating func forgetAll() {
    for cell in cells.values { cell.empty() }
    for entry in entries.values { entry.forget() }
    for entry in oldEntries.values { entry.forget() }
    entries = entries.filter { !$0.value.cells.isEmpty }
    for (name, entry) in oldEntries where !entry.cells.isEmpty { entries[name] = entry }
    for entry in entries.values { (entry.isFleeting, entry.bytes) = (false, 0) }
    (oldEntries, texts, fleeting) = ([:], [:], [])
    bytes = 0
    (isComplete, misses) = (false, 0)
  }
}
