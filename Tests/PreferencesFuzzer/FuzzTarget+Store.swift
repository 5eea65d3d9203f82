#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

@testable import Preferences

extension FuzzTarget {
  /// Stored values: the first byte chooses the type, the second the storage.
  static let value = FuzzTarget(name: "value") { bytes in
    guard bytes.count >= 2 else { return }
    let types = StoredType.known
    let type = types[Int(bytes[0]) % types.count]
    let rest = Array(bytes[2...])
    let stored = StoredValue(type: type, storage: storage(bytes[1], rest))
    decode(stored, Bool.self)
    decode(stored, Int8.self)
    decode(stored, UInt64.self)
    decode(stored, Double.self)
    decode(stored, Float.self)
    decode(stored, String.self)
    decode(stored, [UInt8].self)
    decode(stored, Appearance.self)
    decode(stored, PreferenceColor.self)
    decode(stored, AdaptiveColor.self)
    decode(stored, [String: [Double?]].self)
    decode(stored, Look.self)
    _ = (stored.problem, stored.remark, stored.color?.description)
  } seeds: {
    Seeds.storedValues
  }

  private struct Look: PreferenceCodable, Equatable {
    var name = "", size = 1.0, tags = [String](), color: PreferenceColor?, parts = [String: Int]()
    static let upgrades: [FieldUpgrade] = [{ $0.rename("title", to: "name") }]
  }

  private static func storage(_ byte: UInt8, _ rest: [UInt8]) -> StoredValue.Storage {
    let bits = rest.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let real = Double(bitPattern: bits)
    switch byte % 6 {
    case 0: return .integer(Int64(bitPattern: bits))
    case 1: return .real(real.isNaN ? 0 : real)
    case 2: return .text(String(decoding: rest, as: UTF8.self))
    case 3: return .blob(rest)
    case 4: return .malformedText(rest)
    default: return .components(red: real.isNaN ? 0 : real, green: 0.5, blue: -1, alpha: 1)
    }
  }

  /// What is decoded can be stored, and is decoded again as the same.
  private static func decode<Value: PreferenceValue>(_ stored: StoredValue, _: Value.Type) {
    let codec = Value.preferenceCodec
    guard let value = try? codec.decode(stored, { nil }), let again = try? codec.encode(value, nil)
    else { return }
    guard (try? codec.decode(again, { nil })) != nil else {
      fatalError("\(value) is stored as what cannot be read")
    }
  }

  /// A file that is searched for rows without its schema.
  static let record = FuzzTarget(name: "record") { bytes in
    withFile(bytes) { path in _ = SalvagedContent(records: path) }
  } seeds: {
    Seeds.databasePages
  }

  /// A whole file. Each input goes one of three ways, since each takes long: it is read and examined,
  /// what it holds is saved, or it is brought up to date and written to.
  static let database = FuzzTarget(name: "database") { bytes in
    withFile(bytes) { path in
      switch bytes.reduce(0, ^) % 4 {
      case 0: salvage(path)
      case 1: write(path)
      default: examine(path)
      }
    }
  } seeds: {
    Seeds.databases
  }

  private static func examine(_ path: String) {
    var options = StoreOptions()
    options.access = .readOnly
    guard let store = try? PreferenceStore(path: path, options: options) else { return }
    _ = try? store.rows(followingReferences: true)
    _ = try? store.history().prefix(20)
    _ = try? store.examine()
    try? store.close()
  }

  private static func salvage(_ path: String) {
    let target = path + ".out"
    _ = try? StoreFile(path: path).salvage(into: target, busyTimeout: 0)
    remove(target)
  }

  private static func write(_ path: String) {
    guard let store = try? PreferenceStore(path: path) else { return }
    let key = PreferenceStore.Key("key", in: "Fuzz", default: 0)
    try? store.set(1, for: key)
    _ = try? store.undo()
    try? store.close()
  }

  /// Memory where there is a file system of it: a disk would be waited for at every write.
  private static let folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"

  private static func withFile(_ bytes: [UInt8], _ body: (String) -> Void) {
    let path = "\(folder)/preferences-fuzz-\(getpid()).db"
    guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
    _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
    body(path)
    for end in ["", "-wal", "-shm", "-journal"] + (1...3).map({ ".migration-backup-\($0)" }) {
      remove(path + end)
    }
  }
}
