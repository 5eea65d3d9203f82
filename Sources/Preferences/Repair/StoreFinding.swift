/// What an examination of a file has found.
package struct StoreFinding: Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    /// As it should be.
    case fine
    /// Worth knowing; nothing is lost.
    case note
    /// Data is damaged or cannot be read, or is in danger of it.
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
