import Preferences

extension String {
  /// For a message: on one line, without what could steer a terminal, and not too long.
  var shown: String {
    let text = escapedForTerminal
    return text.count > 60 ? text.prefix(57) + "..." : text
  }

  /// Control characters, line separators and those that turn the direction of writing are
  /// shown as `\u{…}`, so that stored text can neither steer a terminal nor pose as other text.
  var escapedForTerminal: String {
    if isPlain { return self }
    var shown = ""
    for scalar in escapedForDisplay.unicodeScalars {
      switch scalar.value {
      case 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0xFEFF, 0xFFF9...0xFFFB:
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      default: shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  /// Columns of a terminal: none for combining marks, two for wide characters.
  var columns: Int {
    isPlain ? utf8.count : reduce(0) { $0 + $1.columns }
  }

  /// Printable ASCII only: most names and values, and quick to tell.
  private var isPlain: Bool { utf8.allSatisfy { (0x20..<0x7F).contains($0) } }
}

extension Character {
  /// Columns of a terminal that the character takes.
  var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    // East Asian Width W and F (UAX #11), in blocks; and what emoji presentation makes wide.
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
      0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default:
      let isEmoji = first.properties.isEmojiPresentation
      return isEmoji || unicodeScalars.contains { $0.value == 0xFE0F } ? 2 : 1
    }
  }
}
