import Preferences

/// The values of an XML property list that hold text or nothing.
enum XMLPropertyListScalar {
  struct Problem: Error {
    var expected: String
    var found: String
  }

  static func value(of element: String, _ content: String) -> Result<PropertyList, Problem> {
    let word = String(decoding: content.utf8.trimmedXMLSpace, as: UTF8.self)
    let value: PropertyList?
    let expected: String
    switch element {
    case "string": return .success(.string(content))
    case "true", "false":
      expected = "<\(element)/> without content"
      value = word.isEmpty ? .bool(element == "true") : nil
    case "integer":
      expected = "an integer between \(Int64.min) and \(UInt64.max)"
      value = integer(word)
    case "real":
      expected = "a number in the range of doubles, 'inf', '-inf' or 'nan'"
      value = real(word).map(PropertyList.real)
    case "data":
      expected = "base64"
      value = Base64.bytes(String(decoding: content.utf8.filter { !$0.isXMLSpace }, as: UTF8.self))
        .map(PropertyList.data)
    case "date":
      expected = "a date such as 2025-07-04T12:07:49Z"
      value = PropertyList.date(text: word).map(PropertyList.date)
    default:
      expected = "an element of property lists"
      return .failure(Problem(expected: expected, found: "<\(element)>"))
    }
    guard let value else {
      return .failure(Problem(expected: expected, found: word.quotedForMessage))
    }
    return .success(value)
  }

  private static func integer(_ word: String) -> PropertyList? {
    let isNegative = word.hasPrefix("-")
    let magnitude = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
    let isHex = magnitude.hasPrefix("0x") || magnitude.hasPrefix("0X")
    let digits = isHex ? magnitude.dropFirst(2) : magnitude
    // The standard library would take another sign.
    guard digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
      let value = UInt64(digits, radix: isHex ? 16 : 10)
    else { return nil }
    guard isNegative else { return .integer(unsigned: value) }
    return value <= Int64.min.magnitude ? .integer(Int64(truncatingIfNeeded: 0 &- value)) : nil
  }

  private static func real(_ word: String) -> Double? {
    switch word.lowercased() {
    case "nan", "+nan", "-nan": return .nan
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    default:
      let allowed = word.utf8.allSatisfy { $0.isDigit || "+-.eE".utf8.contains($0) }
      guard allowed, let value = Double(word), value.isFinite else { return nil }
      return value
    }
  }
}

extension BidirectionalCollection where Element == UInt8 {
  /// Without white space at both ends.
  package var trimmedXMLSpace: SubSequence {
    let head = drop(while: \.isXMLSpace)
    guard let last = head.lastIndex(where: { !$0.isXMLSpace }) else { return head }
    return head[...last]
  }
}

extension UInt8 {
  /// Space, tab, line feed or carriage return.
  package var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
