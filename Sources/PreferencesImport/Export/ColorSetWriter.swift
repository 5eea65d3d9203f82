public import Preferences

extension PreferencesExporter {
  /// A colour as the `Contents.json` of a colour set; numbers keep all their digits.
  ///
  /// - Throws: ``ExportError`` for a reference to a colour of this store, and for components that
  ///   are not finite.
  public static func colorSet(_ color: AdaptiveColor) throws(ExportError) -> [UInt8] {
    var entries: [JSONValue] = []
    for variant in AdaptiveColor.Variant.allCases {
      guard let source = color[variant] else { continue }
      var entry = JSONObject()
      if !variant.conditions.isEmpty { entry["appearances"] = .array(variant.conditions) }
      entry["color"] = try json(source)
      entry["idiom"] = "universal"
      entries.append(.object(entry))
    }
    return contents(["colors": .array(entries), "info": info])
  }

  /// The text of a `Contents.json`.
  static func contents(_ json: JSONValue) -> [UInt8] {
    // The tree is a few levels deep, so that the compact form never stands in for an error.
    Array((((try? json.text(.pretty)) ?? json.description) + "\n").utf8)
  }

  /// What each `Contents.json` says of itself.
  static let info: JSONValue = ["author": "xcode", "version": 1]

  private static func json(_ source: AdaptiveColor.Source) throws(ExportError) -> JSONValue {
    switch source {
    case .reference(let reference):
      guard let platform = reference.platform else {
        throw ExportError(path: reference.name, reason: "a colour set knows no names of this store")
      }
      return ["platform": .string(platform), "reference": .string(reference.name)]
    case .color(let color):
      guard [color.red, color.green, color.blue, color.alpha].allSatisfy(\.isFinite) else {
        throw ExportError(path: "color", reason: "a component is not a finite number")
      }
      let isGray = color.space == .gray
      let parts = isGray ? [color.red] : [color.red, color.green, color.blue]
      let names = isGray ? ["white"] : ["red", "green", "blue"]
      let isBytes = parts.allSatisfy { byte($0) != nil }
      var components: JSONObject = ["alpha": .string(decimal(color.alpha))]
      for (name, part) in zip(names, parts).reversed() {
        components[name] = .string(isBytes ? byte(part) ?? "" : decimal(part))
      }
      return ["color-space": .string(space(of: color)), "components": .object(components)]
    }
  }

  private static func space(of color: PreferenceColor) -> String {
    switch color.space {
    case .sRGB: "srgb"
    case .extendedSRGB: "extended-srgb"
    case .linearSRGB, .extendedLinearSRGB: "extended-linear-srgb"
    case .displayP3: "display-p3"
    case .gray: (0...1).contains(color.red) ? "gray-gamma-22" : "extended-gray"
    }
  }

  /// `0x80` for what is exactly a byte's part of 255.
  private static func byte(_ part: Double) -> String? {
    guard (0...1).contains(part) else { return nil }
    let byte = UInt8((part * 255).rounded())
    guard Double(byte) / 255 == part else { return nil }
    return (byte < 16 ? "0x0" : "0x") + String(byte, radix: 16, uppercase: true)
  }

  /// All digits, and always a point in place of an exponent, since a component without one is a
  /// part of 255.
  static func decimal(_ value: Double) -> String {
    let text = value.description
    guard let mark = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: mark)...])
    else { return text }
    let sign = value < 0 ? "-" : ""
    let digits = text[..<mark].filter(\.isNumber)
    // Digits that stand before the point.
    let count = 1 + exponent
    if count <= 0 { return sign + "0." + String(repeating: "0", count: -count) + digits }
    let padded = digits + String(repeating: "0", count: max(0, count - digits.count))
    let rest = padded.dropFirst(count)
    return sign + padded.prefix(count) + "." + (rest.isEmpty ? "0" : rest)
  }
}

extension AdaptiveColor.Variant {
  fileprivate var conditions: [JSONValue] {
    let (appearance, contrast) = circumstances
    var conditions: [JSONValue] = []
    if appearance != .system {
      conditions.append(["appearance": "luminosity", "value": .string(appearance.rawValue)])
    }
    if contrast == .high { conditions.append(["appearance": "contrast", "value": "high"]) }
    return conditions
  }
}
