import Preferences

/// The parts of a colour profile that matter here (ICC.1:2022, sections 7 to 10).
struct ICCProfile {
  private let bytes: [UInt8]
  /// Whether its colours have one component, not three.
  let isGray: Bool

  /// - Throws: for what is no profile of RGB or gray.
  init(_ bytes: [UInt8]) throws(ArchiveRefusal) {
    self.bytes = bytes
    guard bytes.count >= 132, bytes[36..<40].elementsEqual("acsp".utf8) else {
      throw ArchiveRefusal(reason: "a colour profile that is none")
    }
    let model = String(decoding: bytes[16..<20], as: UTF8.self)
    guard model == "RGB " || model == "GRAY" else {
      throw ArchiveRefusal(reason: "a colour profile of the model \(model.quotedForMessage)")
    }
    isGray = model == "GRAY"
  }

  /// What its makers call it.
  var name: String? {
    guard let tag = tag("desc") else { return nil }
    if tag.starts(with: "mluc".utf8) {
      guard let size = number(tag, 20), let start = number(tag, 24), size <= 256,
        start <= tag.count, size <= tag.count - start
      else { return nil }
      let units = stride(from: start, to: start + size - 1, by: 2).map {
        UInt16(tag[tag.startIndex + $0]) << 8 | UInt16(tag[tag.startIndex + $0 + 1])
      }
      return String(validating: units, as: UTF16.self)
    }
    guard let size = number(tag, 8), size <= 256, size <= tag.count - 12 else { return nil }
    return String(validating: tag.dropFirst(12).prefix(size).prefix { $0 != 0 }, as: UTF8.self)
  }

  /// The space that the name is the well-known one of.
  var knownSpace: SpaceName? {
    guard let name, let (prefix, space) = SpaceName.prefix(of: name), prefix == name else {
      return nil
    }
    return space.isGray == isGray ? space : nil
  }

  /// The bytes of a tag; one beyond the end counts as absent.
  func tag(_ signature: String) -> ArraySlice<UInt8>? {
    let table = bytes[128...]
    guard let count = number(table, 0) else { return nil }
    for index in 0..<min(count, 50) {
      let entry = table.dropFirst(4 + index * 12).prefix(12)
      guard entry.starts(with: signature.utf8) else { continue }
      guard let start = number(entry, 4), let size = number(entry, 8), start <= bytes.count,
        size <= bytes.count - start
      else { return nil }
      return bytes[start..<(start + size)]
    }
    return nil
  }

  /// Four big-endian bytes, without sign.
  func number(_ slice: ArraySlice<UInt8>, _ offset: Int) -> Int? {
    word(slice, offset).flatMap(Int.init(exactly:))
  }

  /// A number of 16 bits before and 16 after the point, with a sign.
  func fixed(_ slice: ArraySlice<UInt8>, _ offset: Int) -> Double? {
    word(slice, offset).map { Double(Int32(bitPattern: $0)) / 65536 }
  }

  private func word(_ slice: ArraySlice<UInt8>, _ offset: Int) -> UInt32? {
    let digits = slice.dropFirst(offset).prefix(4)
    return digits.count == 4 ? digits.reduce(0) { $0 << 8 | UInt32($1) } : nil
  }
}
