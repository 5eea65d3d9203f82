import Preferences
import SchemaMigrations

extension Command {
  private static let exitCode = Option.flag("exit-code", "Exit with 1 if migrations are pending")

  static let migrateStatus = Command(
    name: "status",
    abstract: "Show which migrations the file has had, and which are pending",
    discussion: """
      One line for each migration: its version, its name, whether it is applied, when and by \
      which program; a note tells of what would keep 'up' from running. 'changed' means that the migration is not the one that was applied, \
      'skipped' that a later one is applied, 'unknown' that it comes from a newer program. \
      Nothing is written, and no file is made.
      """,
    options: MigrationTarget.options + [exitCode],
    examples: [
      .init("prefs migrate status --exit-code || prefs migrate up", "Only if something is pending")
    ],
    exitCodes: [.no, .badData]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    let (connection, exists) = try target.look()
    let status = try target.migrator.status(of: connection)
    try target.migrator.checkIdentity(status)
    var problem: String?
    do throws(MigrationError) { _ = try target.migrator.plan(status) } catch {
      problem = error.description
      if !invocation.has(.json) { invocation.console.note(error.description.escapedForTerminal) }
    }
    let entries = MigrationListing(status, target.migrator.set, problem: problem)
    try invocation.console.write(
      Array((invocation.has(.json) ? entries.json(exists).line + "\n" : entries.text(exists)).utf8))
    return invocation.has(exitCode) && !status.pending.isEmpty ? .no : .done
  }
}

/// The migrations that a file has had or will have, in the order of their versions.
private struct MigrationListing {
  private struct Line {
    var version: Int
    var name: String
    var state: String
    var entry: LedgerEntry?
  }

  private let status: MigrationStatus
  private let lines: [Line]
  private let problem: String?

  init(_ status: MigrationStatus, _ set: MigrationSet, problem: String?) {
    self.status = status
    self.problem = problem
    let applied = Dictionary(status.entries.map { ($0.version, $0) }) { first, _ in first }
    let known = set.migrations.map { migration -> Line in
      let entry = applied[migration.version]
      let state =
        switch entry {
        case nil: migration.version < status.current ? "skipped" : "pending"
        case let entry?: entry.checksum == migration.checksum ? "applied" : "changed"
        }
      return Line(version: migration.version, name: migration.name, state: state, entry: entry)
    }
    lines =
      known
      + status.entries.filter { set[$0.version] == nil }.map {
        Line(version: $0.version, name: $0.name, state: "unknown", entry: $0)
      }
  }

  func text(_ exists: Bool) -> String {
    let pending = status.pending.count
    var outcome = pending == 0 ? "nothing pending" : "\(pending) pending"
    if status.isNewer {
      outcome =
        status.compatible > status.latest
        ? "too new to be written by this program" : "newer than this program, and compatible"
    }
    if !exists { outcome += ", there is no file yet" }
    var table = TextTable()
    for line in lines {
      table.add([
        "\(line.version)", line.name.escapedForTerminal, line.state,
        line.entry.map { DateText.print($0.appliedAt) } ?? "",
        line.entry?.tool.escapedForTerminal ?? "",
      ])
    }
    let head =
      "\(status.path.escapedForTerminal): \(status.component.escapedForTerminal) at version "
      + "\(status.current) of \(max(status.latest, status.current)), \(outcome)"
    return ([head] + table.lines(width: nil)).joined(separator: "\n") + "\n"
  }

  func json(_ exists: Bool) -> JSONValue {
    [
      "store": .string(status.path), "exists": .bool(exists),
      "component": .string(status.component), "version": .number(JSONNumber(status.current)),
      "latest": .number(JSONNumber(status.latest)),
      "compatible": .number(JSONNumber(status.compatible)),
      "pending": .number(JSONNumber(status.pending.count)),
      "problem": problem.map(JSONValue.string) ?? .null,
      "migrations": .array(
        lines.map { line in
          var object: JSONValue = [
            "version": .number(JSONNumber(line.version)), "name": .string(line.name),
            "state": .string(line.state),
          ]
          if let entry = line.entry {
            object["applied"] = .string(DateText.print(entry.appliedAt))
            object["tool"] = .string(entry.tool)
            object["checksum"] = .string(entry.checksum)
          }
          return object
        }),
    ]
  }
}
