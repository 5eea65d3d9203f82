import Preferences

/// Writes a GIMP palette: the colour for any appearance in 8 bits of sRGB.
struct GIMPPaletteWriter: ColorWriter {
  let namespace: String
  let keepsReferences = false
  private var colors: [(key: String, color: PreferenceColor)] = []

  init(namespace: String) { self.namespace = namespace }

  mutating func add(_ color: AdaptiveColor, named key: String) throws(ExportError) -> [String] {
    guard let any = color.resolved(for: .system) else {
      throw ExportError(path: key, reason: "it has no colour for any appearance")
    }
    colors.append((key, any))
    var notes: [String] = []
    if color.sources.count > 1 { notes.append("only the colour for any appearance") }
    if key.hasPrefix(" ") || key.hasSuffix(" ") {
      notes.append("its name without the blanks round it")
    }
    if (try? PreferenceColor(hex: any.hex)) != any { notes.append("\(any) as \(any.hex)") }
    return notes
  }

  var files: [ColorExport.File] {
    let hasAlpha = colors.contains { Self.alpha($0.color) < 255 }
    var text = "GIMP Palette\nName: \(namespace)\n"
    // Known to Aseprite and others; GIMP itself has no alpha in palettes.
    if hasAlpha { text += "Channels: RGBA\n" }
    text += "#\n"
    for (key, color) in colors {
      let bytes = color.bytes
      let numbers = [bytes.red, bytes.green, bytes.blue] + (hasAlpha ? [Self.alpha(color)] : [])
      text += numbers.map { Self.padded($0) }.joined(separator: " ") + "\t\(key)\n"
    }
    return [ColorExport.File(path: "\(namespace).gpl", bytes: Array(text.utf8))]
  }

  /// Rounded and cut as the other components are.
  private static func alpha(_ color: PreferenceColor) -> UInt8 {
    color.alpha > 0 ? UInt8(min(color.alpha, 1) * 255 + 0.5) : 0
  }

  private static func padded(_ byte: UInt8) -> String {
    let text = String(byte)
    return String(repeating: " ", count: 3 - text.utf8.count) + text
  }
}
