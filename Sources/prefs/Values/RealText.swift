import Preferences

/// Doubles as text: decimal, without regard to any locale.
enum RealText {
  /// The double, nil for anything but one decimal number, `inf` or `-inf`.
  ///
  /// A number too great for a double is nil too: `1e999` would silently become infinite.
  static func parse(_ text: String) -> Double? {
    switch text.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default: break
    }
    // Swift would also read hexadecimal floats, `nan` and their variants.
    let allowed = text.utf8.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
    }
    guard allowed, let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The shortest decimal number that reads back as the same double.
  static func print(_ value: Double) -> String { value.description }

  /// As C's `%.6g`: the form in which the view `settings` shows a colour's components.
  static func sixDigits(_ value: Double) -> String {
    formatted("%.6g", value)
  }
}
