import Preferences

/// Writes XML property lists as Apple's tools do: tabs, one element a line.
package struct XMLPropertyListWriter {
  private var output = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """

  /// The document for a property list, members in their order.
  ///
  /// - Throws: ``ExportError`` for what XML cannot say: sets, dates with fractions of a second,
  ///   characters such as NUL.
  package static func write(_ list: PropertyList) throws(ExportError) -> [UInt8] {
    var writer = XMLPropertyListWriter()
    try writer.write(list, depth: 0, path: "")
    writer.output += "</plist>\n"
    return Array(writer.output.utf8)
  }

  private mutating func write(
    _ value: PropertyList, depth: Int, path: String
  ) throws(ExportError) {
    switch value {
    case .bool(let value): line(depth, value ? "<true/>" : "<false/>")
    case .integer(let value): line(depth, "<integer>\(value)</integer>")
    case .unsigned(let value): line(depth, "<integer>\(value)</integer>")
    case .real(let value): line(depth, "<real>\(Self.text(value))</real>")
    case .string(let value): try element("string", value, depth, path)
    case .data(let bytes): data(bytes, depth)
    case .date(let seconds):
      guard let text = PropertyList.text(date: seconds) else {
        throw ExportError(
          path: path, reason: "an XML date is a whole second of the years 0 to 9999")
      }
      line(depth, "<date>\(text)</date>")
    case .array(let elements) where elements.isEmpty: line(depth, "<array/>")
    case .array(let elements):
      line(depth, "<array>")
      for element in elements { try write(element, depth: depth + 1, path: path + "[]") }
      line(depth, "</array>")
    case .set: throw ExportError(path: path, reason: "XML property lists have no sets")
    case .dictionary(let members) where members.isEmpty: line(depth, "<dict/>")
    case .dictionary(let members):
      line(depth, "<dict>")
      for member in members {
        let inner = path.isEmpty ? member.key : path + "/" + member.key
        try element("key", member.key, depth + 1, inner)
        try write(member.value, depth: depth + 1, path: inner)
      }
      line(depth, "</dict>")
    case .uid(let number):
      line(depth, "<dict>")
      line(depth + 1, "<key>CF$UID</key>")
      line(depth + 1, "<integer>\(number)</integer>")
      line(depth, "</dict>")
    }
  }

  private mutating func line(_ depth: Int, _ text: String) {
    output += String(repeating: "\t", count: depth)
    output += text
    output += "\n"
  }

  private mutating func element(
    _ name: String, _ content: String, _ depth: Int, _ path: String
  ) throws(ExportError) {
    var escaped = "<\(name)>"
    for scalar in content.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      // A reader turns a bare CR into LF.
      case "\r": escaped += "&#13;"
      default:
        guard scalar.isXMLCharacter else {
          let code = String(scalar.value, radix: 16, uppercase: true)
          throw ExportError(path: path, reason: "XML cannot hold the character U+\(code)")
        }
        escaped.unicodeScalars.append(scalar)
      }
    }
    line(depth, escaped + "</\(name)>")
  }

  private mutating func data(_ bytes: [UInt8], _ depth: Int) {
    line(depth, "<data>")
    let text = Array(Base64.text(of: bytes).utf8)
    for start in stride(from: 0, to: text.count, by: 76) {
      line(depth, String(decoding: text[start..<min(start + 76, text.count)], as: UTF8.self))
    }
    line(depth, "</data>")
  }

  private static func text(_ value: Double) -> String {
    value.isFinite
      ? value.description : value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
  }
}
