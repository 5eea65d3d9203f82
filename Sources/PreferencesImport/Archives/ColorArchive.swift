import Preferences

/// The archives of one colour that programs keep as a value.
enum ColorArchive {
  /// How base64 of `bplist00` starts; the next character has bits of the byte after it.
  private static let base64Start = "YnBsaXN0MD"

  /// The colour in some bytes; nil when they are no archive, or that of something else.
  ///
  /// - Throws: why an archived colour is not taken.
  static func read(_ bytes: [UInt8]) throws(ArchiveRefusal) -> ArchivedColor? {
    if TypedStream.begins(bytes) {
      guard let stream = try? TypedStreamReader.read(bytes, limit: 1000) else { return nil }
      return try stream.color(stream.values.first)
    }
    guard let list = propertyList(bytes), let archive = KeyedArchive(list) else { return nil }
    return try archive.color(archive.root)
  }

  /// The same for the text that some programs make of such bytes.
  static func read(base64 text: String) throws(ArchiveRefusal) -> ArchivedColor? {
    guard text.utf8.starts(with: base64Start.utf8),
      let bytes = Base64.bytes(String(decoding: text.utf8.filter { !$0.isXMLSpace }, as: UTF8.self))
    else { return nil }
    var color = try read(bytes)
    color?.origin += " as base64 text"
    return color
  }

  private static func propertyList(_ bytes: [UInt8]) -> PropertyList? {
    if bytes.starts(with: "bplist00".utf8) {
      // Nothing in a colour is shared, so it unfolds to no more than its bytes can say; a file may
      // hold many archives made to unfold to more.
      var limits = BinaryPropertyListReader.Limits()
      limits.nodes = 64 + bytes.count / 4
      limits.volume = 2 * bytes.count
      return try? BinaryPropertyListReader.read(bytes, limits: limits)
    }
    return bytes.first == UInt8(ascii: "<") ? try? XMLPropertyListReader.read(bytes) : nil
  }
}
