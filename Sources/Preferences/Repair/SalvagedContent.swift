internal import SQLiteCore

/// All that could be read of a store, whatever its state.
struct SalvagedContent {
  /// One row of the log.
  struct Version {
    var sequence: Int64
    var changeSet: Int64
    var origin: Int64
    var changedAt: Int64
    var name: PreferenceName
    /// Nil: the preference was deleted.
    var value: StoredValue?
  }

  /// An undo that was noted: which set undid which.
  struct Undo {
    var changeSet: Int64
    var undone: Int64
    var isRedo: Int64
    var isPartial: Int64
  }

  /// A name by its bytes: to Swift, names in two Unicode forms are one, to SQLite they are two rows.
  struct Name: Hashable {
    let name: PreferenceName
    private let bytes: [UInt8]

    init(_ name: PreferenceName) {
      self.name = name
      bytes = Array(name.namespace.utf8) + [0] + Array(name.key.utf8)
    }

    static func == (a: Self, b: Self) -> Bool { a.bytes == b.bytes }

    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
  }

  var rows: [Name: PreferenceRow] = [:]
  /// Whether every row of the table was read.
  var hasAllRows = false
  /// Names that were looked up in vain: there is no row.
  var absent: Set<Name> = []
  var versions: [Version] = []
  var origins: [Int64: String] = [:]
  var options: [Name: KeyOptions] = [:]
  var undos: [Undo] = []
  /// Rows of the ledger that are an app's.
  var ledger: [[SQLiteValue]] = []
  var losses: [String] = []
}
