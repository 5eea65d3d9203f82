internal import Preferences

/// The server's side in memory: the rules as they stand, for one account.
///
/// The same decisions as the function `preferences.push` of the PostgreSQL engine; the conformance
/// suite runs on both.
struct MemoryServer: Sendable {
  struct Device: Hashable, Sendable {
    var name: String
    var lastNumber: Int64 = 0
    var hash = ""
    var seen: Int64 = 0
    var isForgotten = false
  }

  private(set) var head = SyncCursor.start
  /// Nothing is told of what is before.
  private var floor: Int64 = 0
  private(set) var items: [PreferenceName: SyncItem] = [:]
  private(set) var log: [SyncChange] = []
  private(set) var devices: [String: Device] = [:]
  private var bytes = 0
  private let limits: SyncLimits

  init(_ limits: SyncLimits) { self.limits = limits }

  mutating func hello(_ greeting: SyncGreeting, now: Int64) -> SyncWelcome {
    var device = devices[greeting.device] ?? Device(name: greeting.name)
    device.name = greeting.name
    device.seen = now
    device.isForgotten = false
    devices[greeting.device] = device
    return SyncWelcome(
      lastNumber: device.lastNumber, hash: device.hash, time: now, head: head,
      valueLimit: limits.valueBytes)
  }

  func pull(after cursor: SyncCursor, limit: Int) -> SyncPage {
    guard cursor.revision >= floor, cursor == self.cursor(at: cursor.revision) else {
      return .resync
    }
    return .changes(
      Array(log[Int(clamping: cursor.revision)...].prefix(limit)), head: head)
  }

  private func cursor(at revision: Int64) -> SyncCursor? {
    if revision == 0 { return .start }
    let index = Int(clamping: revision - 1)
    return log.indices.contains(index) ? log[index].cursor : nil
  }

  mutating func push(_ edits: [SyncEdit], from sender: String, now: Int64) -> SyncReceipt {
    guard var device = devices[sender] else { return SyncReceipt(lastNumber: 0, stop: .gap) }
    var receipt = SyncReceipt(lastNumber: device.lastNumber)
    for edit in edits {
      if edit.number <= device.lastNumber { receipt.stop = .duplicate }
      if edit.number > device.lastNumber + 1 { receipt.stop = .gap }
      if receipt.stop == nil, edit.previousHash != device.hash { receipt.stop = .fork }
      guard receipt.stop == nil else { break }
      device.lastNumber = edit.number
      device.hash = edit.hash
      if let reason = refusal(edit) {
        receipt.refused[edit.number] = reason
      } else {
        decide(edit, sender, now: now)
      }
    }
    device.seen = now
    devices[sender] = device
    receipt.lastNumber = device.lastNumber
    return receipt
  }

  private func refusal(_ edit: SyncEdit) -> String? {
    let size = edit.value?.bytes.count ?? 0
    if edit.isTooLarge || size > limits.valueBytes { return "value-too-large" }
    guard edit.value != nil else { return nil }
    let old = items[edit.name]?.value?.bytes.count
    let count = items.values.count { $0.value != nil }
    if old == nil, count >= limits.items { return "too-many-keys" }
    if size > old ?? 0, bytes - (old ?? 0) + size > limits.accountBytes { return "account-full" }
    return nil
  }

  /// Who had seen the present version wins; else the later edit. A version that is there already,
  /// because another device has brought it back, stays as it is. Each leaves a row in the log, or the
  /// device could not know what became of it.
  private mutating func decide(_ edit: SyncEdit, _ sender: String, now: Int64) {
    let current = items[edit.name]
    var edited = min(edit.edited, now)
    let isCausal = current.map { $0.version == edit.base } ?? true
    if isCausal, let current { edited = max(edited, current.edited + 1) }
    var item = SyncItem(
      name: edit.name, version: edit.version, edited: edited, value: edit.value)
    var hasWon = isCausal || current.map { item.isNewer(than: $0) } ?? true
    if let current, current.version == edit.version { (item, hasWon) = (current, true) }
    // All that a device takes from the row: the hash of the edit names its content.
    let text =
      "\(head.chain)|\(head.revision + 1)|\(sender)|\(edit.hash)|\(item.edited)|\(hasWon)"
    head = SyncCursor(revision: head.revision + 1, chain: SyncHash.digest(text))
    if hasWon {
      bytes += (edit.value?.bytes.count ?? 0) - (current?.value?.bytes.count ?? 0)
      items[edit.name] = item
    }
    log.append(
      SyncChange(
        cursor: head, item: item,
        sender: SyncVersion(device: sender, number: edit.number), hasWon: hasWon,
        deviceName: devices[edit.version.device]?.name ?? ""))
  }

  var snapshot: SyncSnapshot {
    SyncSnapshot(
      items: Array(items.values), head: head, lastNumbers: devices.mapValues(\.lastNumber),
      deviceNames: devices.mapValues(\.name))
  }

  mutating func forget(_ device: String) { devices[device]?.isForgotten = true }

  /// Tells no more of any but the last changes of the log; a test can still look at all.
  mutating func trim(keeping count: Int) {
    floor = max(floor, head.revision - Int64(count))
  }

  /// Lets go of the memory of what was removed before a time.
  mutating func purge(before time: Int64) {
    items = items.filter { $0.value.value != nil || $0.value.edited >= time }
  }
}

/// How much an account may hold.
public struct SyncLimits: Hashable, Sendable {
  /// Preferences that are set.
  public var items = 4096
  /// Bytes of a value.
  public var valueBytes = 65_536
  /// Bytes of all values.
  public var accountBytes = 8_388_608

  /// The defaults.
  public init() {}
}
