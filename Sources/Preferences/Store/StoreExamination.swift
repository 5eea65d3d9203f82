internal import SQLiteCore

/// What an examination of a file has found.
package struct StoreFinding: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// As it should be.
    case fine
    /// Worth knowing; nothing is lost.
    case note
    /// Data is damaged or cannot be read.
    case trouble
  }

  package var severity: Severity
  /// What was looked at, one word: `integrity`, `values`, `log`, `permissions`, ….
  package var subject: String
  /// One sentence for a person.
  package var message: String

  /// A finding by its parts.
  package init(severity: Severity, subject: String, message: String) {
    self.severity = severity
    self.subject = subject
    self.message = message
  }
}

extension PreferenceStore {
  /// Examines the file without changing it: structure, values against their tags, the log against
  /// the table, permissions, journal.
  package func examine() throws(PreferenceError) -> [StoreFinding] {
    guard
      var findings = try read({ (connection) throws(SQLiteError) in
        try connection.examine()
      })
    else {
      return [StoreFinding(severity: .note, subject: "file", message: "there is no store yet")]
    }
    for row in try rows() {
      if !row.name.isReachable {
        findings.append(
          StoreFinding(
            severity: .trouble, subject: "names",
            message: "\(row.name.description.escapedForDisplay): not a name that apps can reach "
              + "(Unicode form, character or length); give it another one with SQL"))
      }
      if let remark = row.value.remark {
        findings.append(
          StoreFinding(severity: .note, subject: "values", message: "\(row.name): \(remark)"))
      }
      guard let problem = row.value.problem else { continue }
      findings.append(
        StoreFinding(severity: .trouble, subject: "values", message: "\(row.name): \(problem)"))
    }
    if case .file(let path, _) = location, let names = SystemCalls.nameCount(of: path), names > 1 {
      findings.append(
        StoreFinding(
          severity: .trouble, subject: "links",
          message: "the file has \(names) names (hard links): use one of them alone, since SQLite "
            + "keeps the log by name"))
    }
    if case .file(let path, _) = location, let mode = SystemCalls.permissions(of: path),
      mode & 0o077 != 0
    {
      findings.append(
        StoreFinding(
          severity: .note, subject: "permissions",
          message: "other users may read or write the file (mode \(String(mode, radix: 8)))"))
    }
    return findings
  }
}

extension Connection {
  fileprivate func examine() throws(SQLiteError) -> [StoreFinding] {
    var findings: [StoreFinding] = []
    func add(_ severity: StoreFinding.Severity, _ subject: String, _ message: String) {
      findings.append(StoreFinding(severity: severity, subject: subject, message: message))
    }
    // Also compares every value with its CHECK and storage class (https://sqlite.org/pragma.html).
    let problems = try texts("SELECT integrity_check FROM pragma_integrity_check LIMIT 20")
    if problems == ["ok"] {
      add(.fine, "integrity", "the file is well-formed")
    } else {
      for problem in problems { add(.trouble, "integrity", problem) }
    }
    let unnamed = try integer(
      "SELECT count(*) FROM preference WHERE namespace <> CAST(CAST(namespace AS BLOB) AS TEXT)")
    if let unnamed, unnamed > 0 { add(.trouble, "names", "\(unnamed) names are not UTF-8") }
    let different =
      try integer(
        """
        SELECT count(*) FROM preference AS p LEFT JOIN preference_change AS c
          ON c.sequence = p.sequence WHERE p.sequence > 0
          AND (p.namespace, p.key, p.type, p.value, p.red, p.green, p.blue, p.alpha)
            IS NOT (c.namespace, c.key, c.type, c.value, c.red, c.green, c.blue, c.alpha)
        """) ?? 0
    if different == 0 {
      add(.fine, "log", "the newest version of every preference is in the log")
    } else {
      add(.trouble, "log", "\(different) preferences differ from their newest version in the log")
    }
    add(.fine, "journal", "journal mode \(try journalMode())")
    if Self.hasResetBug {
      add(
        .note, "library",
        "SQLite \(Self.libraryVersion) can lose commits when other programs checkpoint "
          + "(fixed in 3.51.3); this library's own checkpoints are safe")
    }
    return findings
  }

  private func texts(_ sql: StaticString) throws(SQLiteError) -> [String] {
    try withStatement(sql) { (statement) throws(SQLiteError) in
      var texts: [String] = []
      while try statement.step() { texts.append(try statement.text(at: 0)) }
      return texts
    }
  }
}

extension StoredValue {
  /// What only a newer version may understand; it reads as the default here.
  var remark: String? {
    if !StoredType.known.contains(type) { return "the type '\(type)' is not known here" }
    if type == .appearance, case .text(let word) = storage, Appearance(rawValue: word) == nil {
      return "'\(word.escapedForDisplay)' is no appearance known here"
    }
    guard type == .colorBlob, problem == nil else { return nil }
    do throws(CodecError) { _ = try AdaptiveColor(self) } catch {
      guard case .unreadable(let reason) = error else { return "it is no colour known here" }
      return "it is no colour known here: \(reason.escapedForDisplay)"
    }
    return nil
  }

  /// Why the value cannot be decoded by anybody; nil when it can, or its tag is unknown here.
  var problem: String? {
    let json: String
    switch (type, storage) {
    case (_, .malformedText): return "the text is not UTF-8"
    case (.json, .text(let text)): json = text
    case (.colorBlob, .blob(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return "the JSON of a colour is not UTF-8"
      }
      json = text
    default: return nil
    }
    do { _ = try JSONValue(parsing: json) } catch { return "\(error)" }
    return nil
  }
}
