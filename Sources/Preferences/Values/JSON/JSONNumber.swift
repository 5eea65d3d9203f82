/// A JSON number, kept as its text: thirty digits or `1e400` survive reading and writing.
///
/// Integers are written without a point, doubles with a point or an exponent (`3.0`, `1e+100`) in
/// the fewest digits that read back as the same double.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
  /// The text, which is always a number of RFC 8259.
  public let description: String

  /// A number from its text; nil when that is not exactly one JSON number, without blanks.
  public init?(_ text: String) {
    guard let value = try? JSONValue(parsing: text), case .number(let number) = value,
      number.description.utf8.count == text.utf8.count
    else { return nil }
    self = number
  }

  /// A number from an integer of any width.
  public init(_ value: some FixedWidthInteger) { description = String(value) }

  /// A number from a double; nil for NaN and infinities, which JSON does not have.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    description = value.description
  }

  package init?(_ value: Float) {
    guard value.isFinite else { return nil }
    description = value.description
  }

  /// For the parser, which has checked the text.
  init(checked text: String) { description = text }

  /// The number as a 64-bit integer, or nil when it does not fit; `2.0` and `2e3` fit, `2.5` not.
  public var int64: Int64? { integer() }
  /// The number as an unsigned 64-bit integer, or nil when it does not fit.
  public var uint64: UInt64? { integer() }
  /// The nearest double, or nil when the number is beyond the range of doubles.
  public var double: Double? { Double(description).flatMap { $0.isFinite ? $0 : nil } }
  package var float: Float? { Float(description).flatMap { $0.isFinite ? $0 : nil } }

  /// The number as an integer of any width, exactly, or nil when it does not fit.
  package func integer<I: FixedWidthInteger>(_ type: I.Type = I.self) -> I? {
    if let value = I(description) { return value }
    guard let whole = WholeNumber(description) else { return nil }
    return I(whole.text)
  }

  /// A number with a fraction or an exponent, written out when it is a whole one of modest length.
  private struct WholeNumber {
    private(set) var text: String

    init?(_ number: String) {
      var digits: [UInt8] = []
      var fractionDigits = 0, exponent = 0
      var bytes = number.utf8[...]
      let isNegative = bytes.first == UInt8(ascii: "-")
      if isNegative { bytes.removeFirst() }
      var afterPoint = false
      while let byte = bytes.popFirst() {
        switch byte {
        case UInt8(ascii: "."): afterPoint = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          if bytes.first == UInt8(ascii: "+") { bytes.removeFirst() }
          // An exponent beyond Int is out of every range, unless all the digits are zero.
          let isDown = bytes.first == UInt8(ascii: "-")
          exponent = Int(Substring(bytes)) ?? (isDown ? .min / 2 : .max / 2)
          bytes = bytes.suffix(0)
        default:
          digits.append(byte)
          if afterPoint { fractionDigits += 1 }
        }
      }
      let zero = UInt8(ascii: "0")
      guard let firstDigit = digits.firstIndex(where: { $0 != zero }) else { text = "0"; return }
      digits.removeFirst(firstDigit)
      // No overflow: the exponent was bounded above, the count is that of a text in memory.
      var scale = max(.min / 2, min(exponent, .max / 2)) - fractionDigits
      while scale < 0, digits.last == zero { digits.removeLast(); scale += 1 }
      guard scale >= 0, scale <= 40, digits.count <= 40 else { return nil }
      digits += Array(repeating: zero, count: scale)
      text = (isNegative ? "-" : "") + String(decoding: digits, as: UTF8.self)
    }
  }
}

extension JSONNumber: ExpressibleByIntegerLiteral {
  /// A number such as `3`.
  public init(integerLiteral value: Int64) { self.init(value) }
}
