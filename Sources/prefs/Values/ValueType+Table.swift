import Preferences

extension ValueType {
  /// All types that can be written on the command line.
  static let all: [ValueType] = [
    bool, int, real, text, data, date, url, uuid, json, color, appearance, null,
  ]

  private static let bool = ValueType(
    tag: .bool, abstract: "true or false", forms: "true yes on 1, false no off 0",
    example: "true", words: ["true", "false"],
    parse: { text throws(Failure) in
      switch text.lowercased() {
      case "true", "yes", "on", "1": .integer(1)
      case "false", "no", "off", "0": .integer(0)
      default: nil
      }
    },
    print: { storage in
      if case .integer(let value) = storage { value == 0 ? "false" : "true" } else { nil }
    })

  private static let int = ValueType(
    tag: .int, abstract: "a whole number", forms: "\(Int64.min) to \(Int64.max)", example: "-5",
    parse: { text throws(Failure) in Int64(text).map { .integer($0) } },
    print: { storage in if case .integer(let value) = storage { "\(value)" } else { nil } })

  private static let real = ValueType(
    tag: .real, abstract: "a number with a fraction", forms: "a decimal number, inf or -inf",
    example: "0.25",
    parse: { text throws(Failure) in RealText.parse(text).map { .real($0) } },
    print: { storage in
      if case .real(let value) = storage { RealText.print(value) } else { nil }
    })

  private static let text = ValueType(
    tag: .text, abstract: "text", forms: "any text", example: "hello",
    parse: { text throws(Failure) in .text(text) },
    print: { storage in if case .text(let value) = storage { value } else { nil } })

  private static let data = ValueType(
    tag: .data, abstract: "bytes",
    forms: "base64, @FILE for the content of a file, @- for standard input", example: "aGk=",
    parse: { text throws(Failure) in
      if text.hasPrefix("@") { return .blob(try File.read(String(text.dropFirst()))) }
      return Base64.bytes(text).map { .blob($0) }
    },
    print: { storage in
      if case .blob(let bytes) = storage { Base64.text(of: bytes) } else { nil }
    })

  private static let date = ValueType(
    tag: .date, abstract: "a point in time, to the millisecond",
    forms: "ISO 8601 with a zone, or @ and the milliseconds since 1970 UTC",
    example: "2026-03-01T12:30:00.250Z",
    parse: { text throws(Failure) in DateText.parse(text).map { .integer($0) } },
    print: { storage in
      if case .integer(let value) = storage { DateText.print(value) } else { nil }
    })

  private static let url = ValueType(
    tag: .url, abstract: "a URL", forms: "absolute or relative, escaped as in RFC 3986",
    example: "https://example.com/a?b=c",
    parse: { text throws(Failure) in URLText.isValid(text) ? .text(text) : nil },
    print: text.print)

  private static let uuid = ValueType(
    tag: .uuid, abstract: "a UUID", forms: "32 hexadecimal digits in five groups",
    example: "6F2A1C3E-9B1D-4E57-8A40-0C1D2E3F4A5B",
    parse: { text throws(Failure) in UUIDText.normalized(text).map { .text($0) } },
    print: text.print)

  private static let json = ValueType(
    tag: .json, abstract: "one JSON value: a list, an object",
    forms: "one JSON value, such as [1,2]",
    example: #"{"size":[800,600]}"#,
    parse: { text throws(Failure) in
      (try? JSONValue(parsing: text)).map { .text($0.description) }
    },
    print: text.print)

  private static let color = ValueType(
    tag: .color, abstract: "a colour",
    forms: "#RGB #RGBA #RRGGBB #RRGGBBAA, color(display-p3 r g b / a) with srgb, srgb-linear, "
      + "display-p3 or gray, rgb(255 136 0), or sRGB from 0 to 1: r,g,b or 'r g b a'",
    example: "#FF8800",
    parse: { text throws(Failure) in ColorNotation.parse(text) },
    print: { storage in
      guard case .components(let red, let green, let blue, let alpha) = storage else { return nil }
      return ColorNotation.short(
        PreferenceColor(red: red, green: green, blue: blue, alpha: alpha))
    })

  private static let appearance = ValueType(
    tag: .appearance, abstract: "the appearance of a window", forms: "system, light or dark",
    example: "dark", words: ["system", "light", "dark"],
    parse: { text throws(Failure) in
      let word = text.lowercased()
      return ["system", "light", "dark"].contains(word) ? .text(word) : nil
    },
    print: text.print)

  private static let null = ValueType(
    tag: .null, abstract: "set, to nothing", forms: "null", example: "null", words: ["null"],
    parse: { text throws(Failure) in text == "null" ? .null : nil },
    print: { storage in if case .null = storage { "null" } else { nil } })
}
