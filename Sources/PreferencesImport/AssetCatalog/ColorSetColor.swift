import Preferences

/// The member `color` of an entry of a colour set: numbers in a space, or a name.
struct ColorSetColor {
  var source: AdaptiveColor.Source
  /// How the colour came about, for reports; nil when the file says it itself.
  var note: String?
  var isConverted = false

  static let spaces: [String: SpaceName] = [
    "srgb": .space(.sRGB),
    "extended-srgb": .space(.extendedSRGB),
    "extended-linear-srgb": .space(.extendedLinearSRGB),
    "display-p3": .space(.displayP3),
    "gray-gamma-22": .space(.gray),
    "extended-gray": .space(.gray),
  ]

  init(_ json: JSONValue, _ options: ImportOptions) throws(JSONReason) {
    guard let object = json.object else { throw .expected("an object as color", found: json) }
    if let reference = object["reference"] {
      guard let name = reference.string, !name.isEmpty else {
        throw JSONReason("expected a name as reference")
      }
      // A reference without a platform is still no name of this store.
      let platform = object["platform"]?.string ?? "universal"
      source = .reference(ColorReference(name, platform: platform))
      note = "refers to \(name.escapedForDisplay) (\(platform.escapedForDisplay))"
      return
    }
    guard let components = object["components"]?.object else {
      throw JSONReason("expected components or a reference")
    }
    let (space, isExtended) = try Self.space(object["color-space"], components, options)
    let names = space.isGray ? ["white"] : ["red", "green", "blue"]
    for name in components.names where name != "alpha" && !names.contains(name) {
      let known = (names + ["alpha"]).joined(separator: ", ")
      throw JSONReason("unknown component \(name.quotedForMessage), expected \(known)")
    }
    var parts: [Double] = []
    for name in names {
      guard let part = components[name] else {
        throw JSONReason("the component \(name) is missing")
      }
      parts.append(try Self.component(name, part, isExtended: isExtended))
    }
    let alpha = try components["alpha"].map { (part) throws(JSONReason) in
      try Self.component("alpha", part, isExtended: false)
    }
    let reading = space.color(parts, alpha: alpha ?? 1)
    source = .color(reading.color)
    note = reading.note
    isConverted = reading.isConverted
  }

  private static func space(
    _ json: JSONValue?, _ components: JSONObject, _ options: ImportOptions
  ) throws(JSONReason) -> (SpaceName, isExtended: Bool) {
    guard let json else {
      let isGray = components["white"] != nil
      return (isGray ? options.unnamedGray : options.unnamedRGB, true)
    }
    let name = json.string ?? json.description
    guard let space = spaces[name.lowercased()] else {
      let known = spaces.keys.sorted().joined(separator: ", ")
      throw JSONReason("unknown color-space \(name.quotedForMessage), expected one of \(known)")
    }
    return (space, name.lowercased().hasPrefix("extended"))
  }

  /// Each text is read by its own form: `0.5` a part of 1, `0x80` and `128` parts of 255; a JSON
  /// number, as generators write it, is a part of 1.
  private static func component(
    _ name: String, _ json: JSONValue, isExtended: Bool
  ) throws(JSONReason) -> Double {
    switch json {
    case .number(let number):
      guard let value = number.double, isExtended || (0...1).contains(value) else {
        throw JSONReason("\(name): expected a number from 0 to 1, found \(number)")
      }
      return value
    case .string(let text):
      guard let value = value(of: text) else {
        throw JSONReason(
          "\(name): expected 0.5, 0x80 or a whole number up to 255, found \(text.quotedForMessage)")
      }
      return value
    default: throw JSONReason("\(name): expected text or a number, found \(json.kind)")
    }
  }

  private static func value(of text: String) -> Double? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: " ") }
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      let hex = digits.dropFirst(2)
      guard hex.first != UInt8(ascii: "+") else { return nil }
      return UInt8(String(decoding: hex, as: UTF8.self), radix: 16).map { Double($0) / 255 }
    }
    let number = String(decoding: digits, as: UTF8.self)
    if digits.allSatisfy(\.isDigit) { return UInt8(number).map { Double($0) / 255 } }
    guard digits.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
      digits.contains(where: { ".eE".utf8.contains($0) }), let value = Double(number),
      value.isFinite
    else { return nil }
    return value
  }
}
