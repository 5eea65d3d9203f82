import Preferences
import SchemaMigrations

extension Command {
  private static let quick = Option.flag(
    "quick", "Only the structure of the file and what is around it, no values")
  private static let salvage = Option.option(
    "salvage", "OUT", .file, "Copy all that can be read into a new store")

  static let doctor = Command(
    name: "doctor",
    abstract:
      "Examine the store: structure, schema, values, log, permissions; save what is damaged",
    discussion: """
      Nothing is changed. Trouble means that data is damaged, cannot be read or is in danger, and \
      is a clean no (1); a note is worth knowing, and nothing is lost. What is looked at: \
      integrity, values, names, references of colours, log, schema, journal, library, filesystem, \
      links, permissions.

      With --salvage, what can be read of a damaged file is copied row by row into the new store \
      OUT: values, history, options of keys. A row that cannot be read is taken from the log. What \
      could not be copied, or not as it stood, is listed, and the code is then 1. The damaged file \
      and its log are not touched; end the programs that use it first.
      """,
    options: [quick, salvage],
    examples: [
      .init("prefs doctor --json", "For a program"),
      .init("prefs doctor --salvage rescued.db", "When the file is damaged"),
    ],
    exitCodes: [.no, .badData, .noInput, .cannotCreate, .inputOutput, .tryAgain]
  ) { invocation in
    if let target = invocation.value(of: salvage) {
      guard !invocation.has(quick) else {
        throw invocation.mistake("--salvage and --quick exclude each other")
      }
      return try invocation.salvage(into: target)
    }
    return try invocation.examine(invocation.has(quick) ? .quick : .full)
  }
}

extension Invocation {
  fileprivate func examine(_ depth: PreferenceStore.ExaminationDepth) throws -> ExitCode {
    var findings = try store(.readOnly).examine(depth)
    // A missing trigger loses history in silence, so the schema belongs to the examination.
    let target = try MigrationTarget(self)
    let (connection, exists) = try target.look()
    if exists {
      findings += try target.verify(connection).map { finding in
        StoreFinding(
          severity: finding.isFailure ? .trouble : .note, subject: "schema",
          message: finding.description)
      }
    }
    try console.tell(findings)
    let hasTrouble = findings.contains { $0.severity == .trouble }
    if findings.contains(where: { $0.severity == .trouble && $0.subject == "integrity" }) {
      console.note("'prefs doctor --salvage OUT' copies what can be read into a new store")
    }
    return hasTrouble ? .no : .done
  }

  fileprivate func salvage(into target: String) throws -> ExitCode {
    let source = try MigrationTarget(self)
    guard File.exists(source.file.path) else {
      throw Failure(.noInput, "\(source.file.path.shown): there is no file")
    }
    guard !File.exists(target) else {
      throw Failure(.cannotCreate, "\(target.shown): is there already; name a new file")
    }
    let report = try source.file.salvage(into: target, busyTimeout: source.busyTimeout)
    if has(.json) {
      try console.line(report.json.line)
    } else {
      try console.line(
        "\(target.escapedForTerminal): \(report.preferences) preferences, \(report.changes) changes of the history"
      )
      for name in report.fromLog { try console.line("from the log: \(name.shown)") }
      for loss in report.losses { try console.line("lost: \(loss.escapedForTerminal)") }
    }
    return report.isComplete ? .done : .no
  }
}

extension Console {
  fileprivate func tell(_ findings: [StoreFinding]) throws {
    guard !isJSON else {
      let elements = findings.map { finding -> JSONValue in
        [
          "severity": .string(finding.severity.rawValue), "subject": .string(finding.subject),
          "message": .string(finding.message),
        ]
      }
      return try line(JSONValue.array(elements).line)
    }
    var table = TextTable()
    for finding in findings {
      table.add([
        finding.severity.rawValue, finding.subject, finding.message.escapedForTerminal,
      ])
    }
    for text in table.lines(width: nil) { try line(text) }
  }
}

extension SalvageReport {
  fileprivate var json: JSONValue {
    [
      "preferences": JSONValue(preferences), "changes": JSONValue(changes),
      "fromLog": .array(fromLog.map { .string($0.description) }),
      "losses": .array(losses.map(JSONValue.string)),
      "complete": .bool(isComplete),
    ]
  }
}
