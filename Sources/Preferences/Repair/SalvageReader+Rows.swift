internal import SQLiteCore

/// The table of preferences, ordered by name.
extension SalvageReader {
  mutating func readRows() throws(StoreFailure) {
    let end = try readForward(from: nil)
    guard end != .last else {
      content.hasAllRows = true
      return
    }
    try readBackward()
    // Names that are known from elsewhere lead between the damaged pages.
    let known = Set(content.versions.map { SalvagedContent.Name($0.name) })
      .union(content.options.keys)
    var unreachable = 0
    for name in known.sorted(by: { $0.name < $1.name }) where content.rows[name] == nil {
      guard attempts > 0 else {
        unreachable += 1
        continue
      }
      attempts -= 1
      switch try look(for: name.name) {
      case .found: _ = try readForward(from: name.name)
      // Where rows are out of order, looking one up shows nothing.
      case .absent: if end == .damage { content.absent.insert(name) }
      case .unreadable: unreachable += 1
      }
    }
    content.losses.append(
      "rows of the table cannot be read; of the names in the log \(unreachable) lie in such a place"
    )
  }

  private enum Found { case found, absent, unreadable }

  /// What a scan ended at.
  private enum End { case last, known, damage }

  private mutating func look(for name: PreferenceName) throws(StoreFailure) -> Found {
    do throws(SQLiteError) {
      guard let row = try connection.row(of: name) else { return .absent }
      content.rows[.init(row.name)] = row
      return .found
    } catch {
      _ = try isDamage(error)
      return .unreadable
    }
  }

  /// Reads on from a name, until a row that is known already. To the first scan none can be, unless a
  /// page is there twice, or two names are one as text.
  private mutating func readForward(from name: PreferenceName?) throws(StoreFailure) -> End {
    do throws(SQLiteError) {
      return try connection.withStatement(
        """
        SELECT type, value, red, green, blue, alpha, created_at, updated_at, sequence, namespace, key
        FROM preference WHERE (namespace, key) > (?1, ?2) ORDER BY namespace, key
        """
      ) { (statement) throws(SQLiteError) in
        try statement.bind(name?.namespace ?? "", at: 1)
        try statement.bind(name?.key ?? "", at: 2)
        while try statement.step() {
          guard try takeRow(of: statement) else { return .known }
        }
        return .last
      }
    } catch {
      _ = try isDamage(error)
      return .damage
    }
  }

  private mutating func readBackward() throws(StoreFailure) {
    do throws(SQLiteError) {
      try connection.withStatement(
        """
        SELECT type, value, red, green, blue, alpha, created_at, updated_at, sequence, namespace, key
        FROM preference ORDER BY namespace DESC, key DESC
        """
      ) { (statement) throws(SQLiteError) in
        while try statement.step() {
          guard try takeRow(of: statement) else { return }
        }
      }
    } catch { _ = try isDamage(error) }
  }

  /// - Returns: false when there is a row of that name already.
  private mutating func takeRow(of statement: borrowing Statement) throws(SQLiteError) -> Bool {
    let row = try statement.preferenceRow()
    guard content.rows[.init(row.name)] == nil else { return false }
    content.rows[.init(row.name)] = row
    return true
  }
}
