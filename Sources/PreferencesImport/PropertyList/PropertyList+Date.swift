import Preferences

extension PropertyList {
  /// 2001-01-01T00:00:00Z in milliseconds since 1970: where the dates of property lists begin.
  package static let referenceDate: Int64 = 978_307_200_000

  /// The seconds since 2001 of the years 0000 to 9999, which XML dates can say.
  private static let writableSeconds = -63_145_526_400...Int64(252_423_993_599)

  /// `2025-07-04T12:07:49Z`; nil for fractions, which XML readers refuse, and other years.
  package static func text(date seconds: Double) -> String? {
    guard let whole = Int64(exactly: seconds), writableSeconds.contains(whole),
      let text = ISO8601.text(milliseconds: whole * 1000 + referenceDate)
    else { return nil }
    return String(text.dropLast(".000Z".count)) + "Z"
  }

  /// The seconds since 2001 of such a text; a fraction is taken to the nearest double.
  package static func date(text: String) -> Double? {
    let bytes = Array(text.utf8)
    let head = bytes.prefix(19), fraction = bytes.dropFirst(19).dropLast()
    guard bytes.last == UInt8(ascii: "Z"), bytes.first?.isDigit == true, head.count == 19,
      head[10] == UInt8(ascii: "T"),
      let time = ISO8601.milliseconds(String(decoding: head, as: UTF8.self) + "Z")
    else { return nil }
    let seconds = Double((time - referenceDate) / 1000)
    if fraction.isEmpty { return seconds }
    guard fraction.first == UInt8(ascii: "."), fraction.count > 1,
      fraction.dropFirst().allSatisfy(\.isDigit)
    else { return nil }
    return Double("0" + String(decoding: fraction, as: UTF8.self)).map { seconds + $0 }
  }
}

extension UInt8 {
  /// `0` to `9`.
  package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
