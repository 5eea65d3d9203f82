import Preferences

/// Why a preference cannot be exported to a format; nothing was written.
public struct ExportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What cannot be said: a key, or a path of keys.
  public var path: String
  /// Why the format cannot say it.
  public var reason: String

  package init(path: String, reason: String) {
    self.path = path
    self.reason = reason
  }

  /// One line: path and reason.
  public var description: String { "\(path.escapedForDisplay): cannot be exported: \(reason)" }
}
