import Preferences

/// JSON to print: members in the order given, on one line.
indirect enum JSONOutput {
  case null
  case bool(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  /// JSON text that is known to be valid.
  case json(String)
  case array([JSONOutput])
  case object([(String, JSONOutput)])

  /// The text; control characters are escaped, so that it cannot steer a terminal.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .integer(let value): "\(value)"
    case .real(let value): value.isFinite ? value.description : Self.quoted(value.description)
    case .string(let value): Self.quoted(value)
    case .json(let text): text
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { Self.quoted($0.0) + ":" + $0.1.text }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22, 0x5C: quoted += "\\\(scalar)"
      case 0x0A: quoted += "\\n"
      case 0x09: quoted += "\\t"
      case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: quoted += formatted("\\u%04x", scalar.value)
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
