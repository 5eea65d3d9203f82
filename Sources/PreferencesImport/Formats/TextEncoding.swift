/// Brings text files to UTF-8.
package enum TextEncoding {
  /// The bytes as UTF-8 without byte-order mark; UTF-16 is converted when it has its mark.
  ///
  /// - Throws: ``ImportError`` of kind `malformed` for bytes that are not text of that encoding.
  package static func utf8(_ bytes: [UInt8]) throws(ImportError) -> [UInt8] {
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFE, 0xFF): return try fromUTF16(bytes, high: 0, low: 1)
    case (0xFF, 0xFE): return try fromUTF16(bytes, high: 1, low: 0)
    default: break
    }
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    guard String(validating: body, as: UTF8.self) != nil else {
      let offset = validPrefix(body)
      let byte = String(body[offset], radix: 16, uppercase: true)
      throw ImportError(
        .malformed, at: .line(of: offset, in: body), expected: "UTF-8 text",
        found: "the byte 0x\(byte)")
    }
    return body
  }

  private static func fromUTF16(
    _ bytes: [UInt8], high: Int, low: Int
  ) throws(ImportError) -> [UInt8] {
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: 2, to: bytes.count - 1, by: 2) {
      units.append(UInt16(bytes[index + high]) << 8 | UInt16(bytes[index + low]))
    }
    guard bytes.count.isMultiple(of: 2), let text = String(validating: units, as: UTF16.self)
    else {
      throw ImportError(
        .malformed, expected: "UTF-16 text", found: "an odd length or a lone surrogate")
    }
    return Array(text.utf8)
  }

  /// The number of bytes before the first that is not UTF-8; there is one.
  private static func validPrefix(_ bytes: [UInt8]) -> Int {
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    while case .valid(let scalar) = parser.parseScalar(from: &iterator) { offset += scalar.count }
    return min(offset, bytes.count - 1)
  }
}
