/// What can go wrong between a value and its JSON text.
///
/// No case carries a value, only names, kinds and places (a single character, for malformed text),
/// so an error is safe to log even for secrets.
package enum JSONCodingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text is not JSON; line and column count from 1, the column in characters.
  case malformed(line: Int, column: Int, expected: String, found: String)
  /// The JSON does not fit the type; the path is that of the member, empty for the whole value.
  case undecodable(path: String, reason: String)
  /// The value has no JSON form.
  case notRepresentable(path: String, reason: String)
  /// The fields were written by a newer version of the struct.
  case newerVersion(supported: Int, found: Int)

  /// One sentence such as "window.frame.width: expected a number, found text".
  package var description: String {
    switch self {
    case .malformed(let line, let column, let expected, let found):
      "line \(line), column \(column): expected \(expected), found \(found)"
    case .undecodable(let path, let reason), .notRepresentable(let path, let reason):
      path.isEmpty ? reason : "\(path): \(reason)"
    case .newerVersion(let supported, let found):
      "written by a newer version (\(found)); this one knows up to \(supported)"
    }
  }
}
