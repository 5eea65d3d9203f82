import Preferences

extension JSONValue {
  /// The JSON on one line; what could steer a terminal is escaped, JSON reads it back the same.
  var line: String {
    var line = ""
    for scalar in description.unicodeScalars {
      switch scalar.value {
      // Outside of texts JSON has none of these, so the escapes stand where escapes may stand.
      case 0x7F...0x9F, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069:
        line += formatted("\\u%04x", scalar.value)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }
}
