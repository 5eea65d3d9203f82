import Preferences
import SchemaMigrations

extension Command {
  static let migrateVerify = Command(
    name: "verify",
    abstract: "Compare the file with its ledger, and its schema with a freshly made one",
    discussion: """
      Checksums of the migrations, the numbers in the file's header, and every table, index, \
      trigger and view are compared, those of a store that roams too. Somebody else's tables, views and indexes are told and are \
      no failure; a foreign trigger on a table of the library is one, since it can change what a \
      write does. Nothing is written.
      """,
    options: MigrationTarget.options,
    examples: [.init("prefs migrate verify --quiet && echo good", "Only whether all is well")],
    exitCodes: [.badData, .noInput, .newerSchema, .tryAgain, .migrationMismatch]
  ) { invocation in
    let target = try MigrationTarget(invocation)
    let findings = try target.verify(target.existing())
    if invocation.has(.json) {
      let object: JSONValue = [
        "store": .string(target.file.path), "component": .string(target.migrator.set.component),
        "findings": .array(
          findings.map {
            ["failure": .bool($0.isFailure), "message": .string($0.description)]
          }),
      ]
      try invocation.console.line(object.line)
    } else {
      for finding in findings {
        try invocation.console.line(
          (finding.isFailure ? "failure  " : "note     ")
            + finding.description.escapedForTerminal)
      }
      if !findings.contains(where: { $0.isFailure }) {
        invocation.console.note("\(target.file.path.shown): the schema is in order")
      }
    }
    return findings.lazy.compactMap(\.code).first ?? .done
  }
}

extension MigrationFinding {
  /// The exit code that a failure calls for.
  fileprivate var code: ExitCode? {
    guard isFailure else { return nil }
    if case .problem(let error) = self { return Failure(error).code }
    return .migrationMismatch
  }
}
