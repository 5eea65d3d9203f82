internal import SQLiteCore

extension SalvagedContent {
  /// What a file holds whose schema cannot be read: its rows are told by their shape, which every
  /// version of the schema has kept. Of several rows of one name the newest counts, and none that the
  /// log says was deleted.
  init?(records path: String) {
    guard let pages = DatabasePages(path: path) else { return nil }
    var numbered: [Int64: Version] = [:]
    DatabaseRecords.each(of: pages) { record in
      switch (record.rowID, record.columns.count) {
      case (let number?, 13):
        if let version = Version(number, record.columns) { numbered[number] = version }
      case (let number?, 2): takeOrigin(number, record.columns)
      case (nil, 11): takeRow(record.columns)
      case (nil, 5): takeOptions(record.columns)
      default: break
      }
    }
    versions = numbered.values.sorted { $0.sequence < $1.sequence }
    let newest = Dictionary(versions.map { (Name($0.name), $0) }) { $1 }
    for (name, version) in newest where version.value == nil {
      if let row = rows[name], row.sequence < version.sequence { rows[name] = nil }
    }
    guard !rows.isEmpty || !versions.isEmpty else { return nil }
    losses.append(
      "the schema cannot be read: rows were told by their shape, and some may be of the past; "
        + "what was undone and which of an app's migrations have run is not known")
  }

  private mutating func takeRow(_ columns: [SQLiteValue]) {
    guard let name = PreferenceName(columns[0], columns[1]),
      case .text(let type) = columns[2], case .integer(let created) = columns[8],
      case .integer(let updated) = columns[9], case .integer(let sequence) = columns[10],
      let value = StoredValue(type, columns[3], columns[4..<8])
    else { return }
    let row = PreferenceRow(
      name: name, value: value, createdAt: created, updatedAt: updated, sequence: sequence)
    let old = rows[Name(name)]
    if let old, (old.sequence, old.updatedAt) > (sequence, updated) { return }
    rows[Name(name)] = row
  }

  private mutating func takeOrigin(_ number: Int64, _ columns: [SQLiteValue]) {
    guard columns[0] == .null, case .text(let name) = columns[1] else { return }
    origins[number] = name
  }

  private mutating func takeOptions(_ columns: [SQLiteValue]) {
    guard let name = PreferenceName(columns[0], columns[1]),
      case .integer(let redacted) = columns[4]
    else { return }
    let isUnlogged = columns[2] == .integer(0)
    // Hidden once, hidden for good.
    if redacted != 0 || isUnlogged {
      options[Name(name)] = KeyOptions(isUnlogged: isUnlogged, isRedacted: redacted != 0)
    }
  }
}

extension SalvagedContent.Version {
  /// A row of the log, by its columns.
  fileprivate init?(_ number: Int64, _ columns: [SQLiteValue]) {
    guard number > 0, columns[0] == .null, case .integer(let changeSet) = columns[2],
      case .integer(let origin) = columns[3], case .integer(let changedAt) = columns[4],
      let name = PreferenceName(columns[5], columns[6])
    else { return nil }
    self.init(
      sequence: number, changeSet: changeSet, origin: origin, changedAt: changedAt, name: name,
      value: nil)
    guard case .text(let type) = columns[7] else {
      if columns[7] != .null { return nil }
      return
    }
    guard let value = StoredValue(type, columns[8], columns[9..<13]) else { return nil }
    self.value = value
  }
}

extension PreferenceName {
  fileprivate init?(_ namespace: SQLiteValue, _ key: SQLiteValue) {
    guard case .text(let namespace) = namespace, case .text(let key) = key else { return nil }
    self.init(unchecked: namespace.withoutPiledMarks, key: key.withoutPiledMarks)
  }
}

extension StoredValue {
  /// A value from the columns type, value, and red to alpha, where SQLite keeps whole numbers as
  /// integers.
  fileprivate init?(_ type: String, _ value: SQLiteValue, _ parts: ArraySlice<SQLiteValue>) {
    let type = StoredType(rawValue: type.withoutPiledMarks)
    switch value {
    case .integer(let integer): self.init(type: type, storage: .integer(integer))
    case .real(let real): self.init(type: type, storage: .real(real))
    case .text(let text): self.init(type: type, storage: .text(text))
    case .blob(let bytes): self.init(type: type, storage: .blob(bytes))
    case .malformedText(let bytes): self.init(type: type, storage: .malformedText(bytes))
    case .null:
      let numbers = parts.compactMap { part -> Double? in
        switch part {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
      }
      guard numbers.count == 4 else {
        self.init(type: type, storage: .null)
        return
      }
      self.init(
        type: type,
        storage: .components(
          red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3]))
    }
  }
}
