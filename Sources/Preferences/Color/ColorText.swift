/// The text of a colour, read: what it says, and what had to be assumed or converted.
package struct ColorText: Hashable, Sendable {
  package var source: AdaptiveColor.Source
  /// How the text came to be this colour, for reports; nil when it says so itself.
  package var note: String?
  /// Whether ``note`` is a conversion between colour spaces.
  package var isConverted = false

  /// Far more than any form needs. A bound, because Swift compares texts in their normal form, which
  /// takes time with the square of the marks on one character.
  private static let longest = 1024

  package init(_ text: String) throws(ColorTextError) {
    guard text.utf8.count <= Self.longest else {
      throw ColorTextError(text, nil, "it has more than \(Self.longest) bytes of UTF-8")
    }
    let trimmed = text.trimmingBlanks
    if trimmed.utf8.first == UInt8(ascii: "#") {
      source = .color(try PreferenceColor(hex: trimmed))
    } else if let reference = Self.reference(trimmed) {
      source = .reference(reference)
    } else if let (name, space) = SpaceName.prefix(of: trimmed) {
      self = try Self.description(trimmed, after: name, space)
    } else if let open = trimmed.firstIndex(of: "("), trimmed.last == ")" {
      let name = trimmed[..<open].lowercased()
      let inside = trimmed[trimmed.index(after: open)...].dropLast()
      source = .color(try Self.function(name, String(inside), in: text))
    } else {
      source = .color(try Self.numbers(trimmed, in: text))
      note = "numbers without a colour space, taken as sRGB"
    }
  }

  private init(_ source: AdaptiveColor.Source) { self.source = source }

  // MARK: - Forms

  /// `Catalog color: System labelColor`, `<UIDynamicSystemColor: 0x60…; name = labelColor>`.
  private static func reference(_ text: String) -> ColorReference? {
    let catalog = "Catalog color: "
    if text.hasPrefix(catalog) {
      let words = text.dropFirst(catalog.count).split(separator: " ", maxSplits: 1)
      guard words.count == 2 else { return nil }
      return ColorReference(String(words[1]), platform: String(words[0]))
    }
    guard text.hasPrefix("<UIDynamic"), text.hasSuffix(">"),
      let start = text.firstRange(of: "; name = ")?.upperBound
    else { return nil }
    let name = text[start...].dropLast().prefix { $0 != ";" }
    return name.isEmpty ? nil : ColorReference(String(name), platform: "ios")
  }

  /// A colour as `NSColor` and `UIColor` describe themselves.
  private static func description(
    _ text: String, after name: String, _ space: SpaceName
  ) throws(ColorTextError) -> ColorText {
    let words = text.dropFirst(name.count).split(separator: " ")
      .drop { $0 == "colorspace" || $0 == "(extended)" || $0.hasPrefix("hdrm(") }
    let parts = space.isGray ? grayParts : rgbParts
    guard words.count == parts.count || words.count == parts.count - 1 else {
      throw ColorTextError(
        text, nil, "expected \(parts.count - 1) components and alpha, found \(words.count) numbers")
    }
    var values: [Double] = []
    for (word, part) in zip(words, parts) {
      values.append(snapped(try number(String(word), part, in: text)))
    }
    let alpha = values.count == parts.count ? values.removeLast() : 1
    let color = space.color(values, alpha: alpha)
    guard color.color.infiniteComponent == nil else {
      throw ColorTextError(text, nil, "its numbers are too large to be converted to sRGB")
    }
    var reading = ColorText(.color(color.color))
    reading.note = color.note
    reading.isConverted = color.isConverted
    return reading
  }

  /// A function of CSS Color 4.
  private static func function(
    _ name: String, _ inside: String, in text: String
  ) throws(ColorTextError) -> PreferenceColor {
    switch name {
    case "color":
      var (words, alpha) = try arguments(inside, in: text)
      guard !words.isEmpty else { throw ColorTextError(text, .space, "expected its name") }
      let name = words.removeFirst().lowercased()
      guard let space = SpaceName.css[name] else {
        let known = SpaceName.css.keys.sorted().joined(separator: ", ")
        throw ColorTextError(text, .space, "expected one of \(known)")
      }
      let values = try components(words, of: space == .gray ? [.white] : rgb, unit: 1, in: text)
      if space == .gray { return PreferenceColor(gray: values[0], alpha: alpha) }
      return PreferenceColor(
        space, red: values[0], green: values[1], blue: values[2], alpha: alpha)
    case "rgb", "rgba":
      let (words, alpha) = try arguments(inside, in: text)
      let values = try components(words, of: rgb, unit: 255, in: text)
      return PreferenceColor(red: values[0], green: values[1], blue: values[2], alpha: alpha)
    default:
      throw ColorTextError(text, nil, "expected color(…), rgb(…) or rgba(…)")
    }
  }

  /// Components and alpha between the brackets: `a b c`, `a b c / d`, `a, b, c`, `a, b, c, d`.
  private static func arguments(
    _ inside: String, in text: String
  ) throws(ColorTextError) -> ([String], alpha: Double) {
    let halves = inside.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count <= 2 else { throw ColorTextError(text, .alpha, "expected one / before it") }
    var words: [String]
    var alpha = halves.count == 2 ? String(halves[1]).trimmingBlanks : nil
    if halves[0].contains(",") {
      words = halves[0].split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0).trimmingBlanks }
      if words.count == 4, alpha == nil { alpha = words.removeLast() }
    } else {
      words = halves[0].split(whereSeparator: \.isWhitespace).map(String.init)
    }
    guard let alpha else { return (words, 1) }
    return (words, try component(alpha, .alpha, unit: 1, in: text))
  }

  private static func components(
    _ words: [String], of parts: [ColorTextError.Part], unit: Double, in text: String
  ) throws(ColorTextError) -> [Double] {
    guard words.count == parts.count else {
      let missing = words.count < parts.count ? parts[words.count] : nil
      throw ColorTextError(
        text, missing, "expected \(parts.count) components, found \(words.count)")
    }
    var values: [Double] = []
    for (word, part) in zip(words, parts) {
      values.append(try component(word, part, unit: unit, in: text))
    }
    return values
  }

  /// A number in parts of `unit`, a percentage, or `none`, which is 0.
  private static func component(
    _ word: String, _ part: ColorTextError.Part, unit: Double, in text: String
  ) throws(ColorTextError) -> Double {
    if word.lowercased() == "none" { return 0 }
    if word.hasSuffix("%") { return try number(String(word.dropLast()), part, in: text) / 100 }
    return try number(word, part, in: text) / unit
  }

  /// `r g b`, `r g b a`, or the same with commas.
  private static func numbers(
    _ trimmed: String, in text: String
  ) throws(ColorTextError) -> PreferenceColor {
    let words =
      trimmed.contains(",")
      ? trimmed.split(separator: ",", omittingEmptySubsequences: false)
        .map { String($0).trimmingBlanks }
      : trimmed.split(separator: " ").map(String.init)
    guard (3...4).contains(words.count), words.contains(where: { Double($0) != nil }) else {
      throw ColorTextError(
        text, nil, trimmed.isEmpty ? "it is empty" : "expected #RRGGBB, color(…) or numbers")
    }
    var values: [Double] = []
    for (word, part) in zip(words, rgbParts) {
      let value = try number(word, part, in: text)
      // `255,0,0` means bytes; as components it would be a light that no screen has.
      guard value <= 1 || Int64(word) == nil else {
        throw ColorTextError(
          text, part, "expected a number from 0 to 1, or rgb(…) for bytes")
      }
      values.append(value)
    }
    return PreferenceColor(
      red: values[0], green: values[1], blue: values[2], alpha: values.count == 4 ? values[3] : 1)
  }

  // MARK: - Numbers

  private static let rgb: [ColorTextError.Part] = [.red, .green, .blue]
  private static let rgbParts: [ColorTextError.Part] = [.red, .green, .blue, .alpha]
  private static let grayParts: [ColorTextError.Part] = [.white, .alpha]

  /// A decimal number; `Double` alone would also take hexadecimal, "nan" and 1e400.
  private static func number(
    _ word: String, _ part: ColorTextError.Part, in text: String
  ) throws(ColorTextError) -> Double {
    let isDecimal = word.utf8.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || "+-.eE".utf8.contains($0)
    }
    guard isDecimal, let value = Double(word), value.isFinite else {
      throw ColorTextError(
        text, part, word.isEmpty ? "it is missing" : "expected a number, found '\(word.prefix(20))'"
      )
    }
    return value
  }

  /// Six digits of n/255, as descriptions print them, are n/255.
  private static func snapped(_ value: Double) -> Double {
    let step = (value * 255).rounded() / 255
    return abs(value - step) <= 0.000_000_5 ? step : value
  }
}

extension String {
  /// Without blanks, tabs and line ends at either end.
  var trimmingBlanks: String {
    var text = self[...]
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
