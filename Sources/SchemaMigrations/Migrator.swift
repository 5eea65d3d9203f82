package import SQLiteCore

/// Brings a file's schema from one version to another, all steps in one transaction.
///
/// Knows nothing of what the migrations are about. Never opens a file: the caller gives the
/// connection, outside of any transaction.
package struct Migrator: Sendable {
  /// Runs one statement of a migration; it must call the closure, once.
  package typealias Around =
    @Sendable (Connection, () throws(SQLiteError) -> Void) throws(SQLiteError) -> Void

  package let set: MigrationSet
  /// The migrations that these stand on: applied first, and their objects are out of bounds.
  package let base: MigrationSet?
  /// The `application_id` of the file; nil: any.
  package let applicationID: Int32?
  let tool: String
  let around: Around

  /// - Parameters:
  ///   - base: the set underneath, which then keeps `application_id` and `user_version`; without
  ///     one this set does.
  ///   - tool: the program's name and version, for the ledger.
  ///   - around: wraps each statement of SQL that changes the file (not those in memory).
  package init(
    _ set: MigrationSet, on base: MigrationSet? = nil, applicationID: Int32? = nil, tool: String,
    around: @escaping Around = { (_, step) throws(SQLiteError) in try step() }
  ) {
    self.set = set
    self.base = base
    self.applicationID = applicationID
    self.tool = tool
    self.around = around
  }

  /// Where a file stands; reads in one snapshot and writes nothing, not even the ledger.
  ///
  /// Does not judge what it finds: ``plan(_:to:direction:)`` and ``verify(_:)`` do.
  package func status(of connection: Connection) throws(MigrationError) -> MigrationStatus {
    try sqlite(connection) { () throws(SQLiteError) in
      guard !connection.isInTransaction else { return try read(connection) }
      return try connection.readTransaction { () throws(SQLiteError) in try read(connection) }
    }
  }

  private func read(_ connection: Connection) throws(SQLiteError) -> MigrationStatus {
    MigrationStatus(
      path: connection.path, component: set.component,
      applicationID: Int32(clamping: try connection.integer("PRAGMA main.application_id") ?? 0),
      userVersion: Int32(clamping: try connection.integer("PRAGMA main.user_version") ?? 0),
      entries: try Ledger.entries(of: set.component, in: connection) ?? [],
      components: try Ledger.components(in: connection),
      schema: try Schema(of: connection), latest: set.latest,
      baseEntries: try base.map { (base) throws(SQLiteError) in
        try Ledger.entries(of: base.component, in: connection) ?? []
      } ?? [])
  }

  /// The steps that a run would take; the same checks as the run itself, and nothing is written.
  ///
  /// - Parameters:
  ///   - target: the version to reach; nil: the latest, or one step down.
  /// - Throws: whatever would keep the run from starting.
  package func plan(
    _ status: MigrationStatus, to target: Int? = nil, direction: MigrationStep.Direction = .up
  ) throws(MigrationError) -> [MigrationStep] {
    try steps(status, to: target, direction, build: SchemaBuild(self))
  }

  func steps(
    _ status: MigrationStatus, to target: Int?, _ direction: MigrationStep.Direction,
    build: SchemaBuild
  ) throws(MigrationError) -> [MigrationStep] {
    if let problem = problems(status, build: build).first { throw problem }
    let current = status.current
    if status.isNewer {
      // Compatible, or it were a problem: nothing to do for us, but nothing to take back either.
      guard direction == .down || target.map({ $0 < current }) == true else { return [] }
      throw .newerDatabase(
        path: status.path, component: set.component, found: current, supported: set.latest,
        compatible: current)
    }
    let target = target ?? (direction == .up ? set.latest : max(0, current - 1))
    guard (0...set.latest).contains(target) else {
      throw .unknownTarget(target, latest: set.latest)
    }
    guard direction == .up ? target >= current : target <= current else {
      throw .wrongDirection(direction, current: current, target: target)
    }
    if direction == .up {
      return set.migrations[current..<target].map { MigrationStep(migration: $0, direction: .up) }
    }
    let others = status.components.filter { $0 != set.component }
    if target == 0, current > 0, ownsHeader, !others.isEmpty {
      throw .inUse(path: status.path, component: set.component, by: others)
    }
    let steps = set.migrations[target..<current].reversed()
      .map { MigrationStep(migration: $0, direction: .down) }
    if let step = steps.first(where: { $0.migration.down == nil }) {
      throw .irreversible(file: step.file)
    }
    return steps
  }

  /// Runs `body` and names its errors.
  func sqlite<Result>(
    _ connection: Connection, _ body: () throws(SQLiteError) -> Result
  ) throws(MigrationError) -> Result {
    do { return try body() } catch {
      throw MigrationError(error, timeout: connection.busyTimeout)
    }
  }

  /// Whether `application_id` and `user_version` are this set's to keep.
  var ownsHeader: Bool { base == nil }

  func rules(protecting base: Schema, for action: Migration.Action) -> StatementRules {
    var rules = StatementRules(ownsHeader: ownsHeader)
    if let set = self.base {
      rules.base = set.component
      rules.foreignNames = Set(base.objects.map { $0.name.lowercased() })
      rules.reservedPrefixes = set.reservedPrefixes
    }
    if case .code = action { rules.allowsSchemaChanges = false }
    return rules
  }
}
