import Preferences

/// A colour of an iTerm2 theme: a dictionary of components, and the name of their space.
struct ITermColor {
  var color: PreferenceColor
  /// The rule by which the numbers were read; nil where the file names a space of this library.
  var note: String?
  var isConverted = false

  /// Whether a value has a component of such a colour.
  static func looksLikeOne(_ value: PropertyList) -> Bool {
    ["Red", "Green", "Blue"].contains { value["\($0) Component"] != nil }
  }

  /// - Throws: why the value is no colour.
  init(
    _ value: PropertyList, assuming assumed: ImportOptions.AssumedColorSpace?
  ) throws(ArchiveRefusal) {
    let red = try Self.component("Red", of: value)
    let green = try Self.component("Green", of: value)
    let blue = try Self.component("Blue", of: value)
    let alpha =
      value["Alpha Component"] == nil ? 1 : try Self.component("Alpha", of: value)
    let name = value["Color Space"]
    switch name?.string {
    case "sRGB": color = PreferenceColor(red: red, green: green, blue: blue, alpha: alpha)
    case "P3":
      color = PreferenceColor(.displayP3, red: red, green: green, blue: blue, alpha: alpha)
    case nil where name == nil && assumed == .sRGB:
      color = PreferenceColor(red: red, green: green, blue: blue, alpha: alpha)
      note = "no colour space named, taken as sRGB as asked"
    case "Calibrated",
      nil where name == nil:
      let imported = ImportedColor.genericRGB(red: red, green: green, blue: blue, alpha: alpha)
      color = imported.color
      note = (name == nil ? "no colour space named, by custom calibrated: " : "") + imported.rule
      isConverted = true
    case let other:
      let found = other.map(\.quotedForMessage) ?? name?.kind ?? "nothing"
      throw ArchiveRefusal(
        reason: "expected sRGB, P3 or Calibrated as colour space, found \(found)")
    }
  }

  private static func component(
    _ name: String, of value: PropertyList
  ) throws(ArchiveRefusal) -> Double {
    switch value["\(name) Component"] {
    case .real(let number) where number.isFinite: return number
    case .integer(0): return 0
    case .integer(1): return 1
    case nil: throw ArchiveRefusal(reason: "there is no \(name) Component")
    case .real, .integer, .unsigned:
      throw ArchiveRefusal(reason: "the \(name) Component is no number from 0 to 1")
    case let other?:
      throw ArchiveRefusal(reason: "the \(name) Component is \(other.kind), no number")
    }
  }
}
