internal import SQLiteCore

/// Puts what was read into a new store: the history is played again, then each row is set, all held
/// to their types by the new file's CHECKs, and times are given back.
struct SalvageWriter {
  private let connection: Connection
  private let content: SalvagedContent
  private var changes: ChangeSet
  private(set) var report = SalvageReport()
  /// The new numbers of change sets.
  private var sets: [Int64: Int64] = [:]
  private var origins: [Int64: Int64] = [:]
  private var refusals = 0

  init(_ content: SalvagedContent, to connection: Connection) throws(SQLiteError) {
    self.content = content
    self.connection = connection
    changes = try ChangeSet(on: connection, origin: "salvage")
    report.losses = content.losses
  }

  /// Inside a transaction.
  mutating func write() throws(SQLiteError) {
    for (number, name) in content.origins where !name.isEmpty {
      if let known = try connection.originID(of: name) {
        origins[number] = known
      } else {
        origins[number] = try connection.insertOrigin(name)
      }
    }
    for version in content.versions { try replay(version) }
    if refusals > 0 {
      report.losses.append("\(refusals) changes in the log do not fit their type")
    }
    for (name, options) in content.options { try note(options, for: name.name) }
    for row in content.rows.values.sorted(by: { $0.name < $1.name }) { try write(row) }
    try settleRest()
    try tellOfUnlogged()
    try writeUndos()
    for row in content.ledger { try writeLedger(row) }
    report.preferences = Int(clamping: try count("SELECT count(*) FROM preference"))
    report.changes = Int(clamping: try count("SELECT count(*) FROM preference_change"))
  }

  private func count(_ sql: StaticString) throws(SQLiteError) -> Int64 {
    try connection.integer(sql) ?? 0
  }

  private mutating func replay(_ version: SalvagedContent.Version) throws(SQLiteError) {
    let before = try connection.lastSequence()
    do throws(SQLiteError) {
      if let value = version.value {
        try changes.set(value, for: version.name)
      } else {
        try changes.remove(version.name)
      }
    } catch {
      refusals += 1
      return try expectRefusal(error)
    }
    let sequence = try connection.lastSequence()
    guard sequence > before else { return }
    if version.changeSet > 0, sets[version.changeSet] == nil { sets[version.changeSet] = sequence }
    try connection.dress(
      sequence, changeSet: sets[version.changeSet] ?? 0, origin: origins[version.origin] ?? 0,
      changedAt: version.changedAt)
  }

  private mutating func note(
    _ options: KeyOptions, for name: PreferenceName
  ) throws(SQLiteError) {
    do throws(SQLiteError) { try changes.note(options, for: name) } catch {
      try expectRefusal(error)
    }
  }

  private mutating func write(_ row: PreferenceRow) throws(SQLiteError) {
    do throws(SQLiteError) { try changes.set(row.value, for: row.name) } catch {
      try expectRefusal(error)
      let name = row.name.description.escapedForDisplay
      if try connection.storedValue(of: row.name) == nil {
        report.losses.append("\(name): the row does not fit the table (\(error.message))")
      } else {
        report.fromLog.append(row.name)
      }
      return
    }
    try connection.setTimes(of: row)
  }

  /// What the log sets and no row was found of: gone when the table says so, else as the log has it.
  private mutating func settleRest() throws(SQLiteError) {
    for row in try connection.rows(in: nil) {
      let name = SalvagedContent.Name(row.name)
      guard content.rows[name] == nil else { continue }
      if content.hasAllRows || content.absent.contains(name) || row.value.type == .erased {
        try changes.remove(row.name)
      } else {
        report.fromLog.append(row.name)
      }
    }
  }

  /// What is neither in the table nor in the log may be lost; the name is still known.
  private mutating func tellOfUnlogged() throws(SQLiteError) {
    guard !content.hasAllRows else { return }
    let unlogged = content.options.filter { $0.value.isUnlogged }.keys
    for name in unlogged.sorted(by: { $0.name < $1.name })
    where content.rows[name] == nil && !content.absent.contains(name) {
      guard try connection.storedValue(of: name.name) == nil else { continue }
      report.losses.append(
        "\(name.name.description.escapedForDisplay): is not logged, and its row, if there is one, "
          + "cannot be read")
    }
  }

  private func writeUndos() throws(SQLiteError) {
    for undo in content.undos {
      guard let set = sets[undo.changeSet], let undone = sets[undo.undone] else { continue }
      try connection.insertUndo(
        .init(
          changeSet: set, undone: undone, isRedo: undo.isRedo, isPartial: undo.isPartial))
    }
  }

  private mutating func writeLedger(_ row: [SQLiteValue]) throws(SQLiteError) {
    do throws(SQLiteError) { try connection.insertLedger(row) } catch {
      try expectRefusal(error)
      report.losses.append("a row of an app's migrations does not fit the ledger")
    }
  }

  /// A value that the new file does not take is a loss, a full disk is not.
  private func expectRefusal(_ error: SQLiteError) throws(SQLiteError) {
    switch error.code {
    case .constraint, .mismatch, .tooBig: return
    default: throw error
    }
  }
}
