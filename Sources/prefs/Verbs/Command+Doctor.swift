import Preferences
import SchemaMigrations

extension Command {
  static let doctor = Command(
    name: "doctor",
    abstract: "Examine the store: structure, schema, values, log, permissions",
    discussion: """
      Nothing is changed. Trouble means that data is damaged or cannot be read, and is a clean no; \
      a note is worth knowing, and nothing is lost.
      """,
    examples: [.init("prefs doctor --json", "For a program")],
    exitCodes: [.no, .badData]
  ) { invocation in
    let console = invocation.console
    var findings = try invocation.store(.readOnly).examine()
    // A missing trigger loses history in silence, so the schema belongs to the examination.
    let target = try MigrationTarget(invocation)
    let (connection, exists) = try target.look()
    if exists {
      findings += try target.migrator.verify(connection).map { finding in
        StoreFinding(
          severity: finding.isFailure ? .trouble : .note, subject: "schema",
          message: finding.description)
      }
    }
    if invocation.has(.json) {
      let elements = findings.map { finding -> JSONValue in
        [
          "severity": .string(finding.severity.rawValue), "subject": .string(finding.subject),
          "message": .string(finding.message),
        ]
      }
      try console.line(JSONValue.array(elements).line)
    } else {
      var table = TextTable()
      for finding in findings {
        table.add([
          finding.severity.rawValue, finding.subject, finding.message.escapedForTerminal,
        ])
      }
      for line in table.lines(width: nil) { try console.line(line) }
    }
    return findings.contains { $0.severity == .trouble } ? .no : .done
  }
}
