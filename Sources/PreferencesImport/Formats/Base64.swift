/// Base64 as RFC 4648 section 4 says it, without Foundation.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  /// The value of each byte, 0xFF for one outside the alphabet.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, byte) in alphabet.enumerated() { values[Int(byte)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes, on one line, padded.
  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * (3 - UInt32(group.count)))
      for place in 0..<4 {
        let value = Int(bits >> (18 - 6 * UInt32(place)) & 0x3F)
        text.append(place <= group.count ? alphabet[value] : padding)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil when it is not base64. White space is skipped, padding is required.
  package static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    var bytes: [UInt8] = []
    var bits: UInt32 = 0
    var digits = 0
    var pads = 0
    for index in text.indices where !text[index].isXMLSpace {
      let byte = text[index]
      if byte == padding {
        pads += 1
        continue
      }
      guard pads == 0, values[Int(byte)] != 0xFF else { return nil }
      bits = bits << 6 | UInt32(values[Int(byte)])
      digits += 1
      if digits.isMultiple(of: 4) {
        bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      }
    }
    switch (digits % 4, pads) {
    case (0, 0): break
    case (2, 2): bytes.append(UInt8(bits >> 4 & 0xFF))
    case (3, 1): bytes += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
    return bytes
  }
}

extension UInt8 {
  /// Space, tab, line feed or carriage return.
  package var isXMLSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
