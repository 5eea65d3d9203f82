internal import SQLiteCore

/// An examination of a store: what was found so far.
///
/// A part of the file that cannot be read is a finding, and the next part is looked at all the same.
struct StoreExamination {
  private(set) var findings: [StoreFinding] = []

  mutating func add(_ severity: StoreFinding.Severity, _ subject: String, _ message: String) {
    findings.append(StoreFinding(severity: severity, subject: subject, message: message))
  }

  /// Looks at one thing; damage that stops the look is the finding.
  mutating func look(
    at subject: String, _ body: (inout Self) throws(SQLiteError) -> Void
  ) throws(SQLiteError) {
    do throws(SQLiteError) { try body(&self) } catch {
      switch error.code {
      case .busy, .locked, .full: throw error
      default: add(.trouble, subject, "cannot be read: \(error.message)")
      }
    }
  }
}

extension PreferenceStore {
  /// How much of a file an examination reads.
  package enum ExaminationDepth: Hashable, Sendable {
    /// The structure of the file, and what is around it; no values.
    case quick
    /// Every page, every value, every row of the log.
    case full
  }

  /// Examines the file without changing it: structure, values against their tags, the log against
  /// the table, references of colours, permissions, journal, file system.
  package func examine(
    _ depth: ExaminationDepth = .full
  ) throws(PreferenceError) -> [StoreFinding] {
    let found = try read { (connection) throws(SQLiteError) in
      var examination = StoreExamination()
      try examination.look(at: "integrity") { (found) throws(SQLiteError) in
        try found.lookAtStructure(connection, depth)
      }
      if depth == .full {
        try examination.look(at: "values") { (found) throws(SQLiteError) in
          try found.lookAtValues(connection)
        }
        try examination.look(at: "log") { (found) throws(SQLiteError) in
          try found.lookAtLog(connection)
        }
      }
      try examination.look(at: "journal") { (found) throws(SQLiteError) in
        try found.lookAtJournal(connection)
      }
      return examination
    }
    guard var found else {
      return [StoreFinding(severity: .note, subject: "file", message: "there is no store yet")]
    }
    if case .file(let path, _) = location { found.lookAround(path) }
    return found.findings
  }
}
