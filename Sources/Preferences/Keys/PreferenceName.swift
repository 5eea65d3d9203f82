/// The full name of a preference: a namespace and a key in it, written `Namespace.key`.
///
/// Both parts are 1 to 255 bytes of UTF-8 without control characters or no-break spaces, in
/// Unicode normalisation form C (Swift holds `é` and `e` + accent for equal, SQLite compares
/// bytes). Both may hold dots: the written form is split at the *last* dot, and a key with a dot
/// is written in quotes, `com.example.app."a.b"`.
public struct PreferenceName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// What the key belongs to, such as `Settings` or `com.example.app`.
  public let namespace: String
  /// The key within the namespace.
  public let key: String

  /// A name from its two parts.
  ///
  /// - Throws: ``PreferenceError/invalidName(_:reason:)`` for an empty, overlong or unprintable part.
  public init(namespace: String, key: String) throws(PreferenceError) {
    self.namespace = try Self.checked(namespace, part: "namespace")
    self.key = try Self.checked(key, part: "key")
  }

  /// A name as it stands in the file, whoever wrote it.
  init(unchecked namespace: String, key: String) {
    self.namespace = namespace
    self.key = key
  }

  /// Whether the library itself can reach a preference of this name.
  var isReachable: Bool {
    guard let checked = try? PreferenceName(namespace: namespace, key: key) else { return false }
    return checked.namespace.utf8.elementsEqual(namespace.utf8)
      && checked.key.utf8.elementsEqual(key.utf8)
  }

  /// A name from its written form, `Namespace.key` or `Namespace."key.with.dots"`.
  ///
  /// - Throws: ``PreferenceError/invalidName(_:reason:)``.
  public init(_ written: String) throws(PreferenceError) {
    let (namespace, key) = try Self.split(written)
    try self.init(namespace: namespace, key: key)
  }

  /// The written form; it reads back as the same name unless the *namespace* holds `."`.
  public var description: String {
    let needsQuotes = key.utf8.contains(UInt8(ascii: ".")) || key.utf8.last == UInt8(ascii: "\"")
    return needsQuotes ? "\(namespace).\"\(key)\"" : "\(namespace).\(key)"
  }

  /// By namespace, then by key, in the order of their UTF-8 bytes, which is SQLite's.
  public static func < (a: Self, b: Self) -> Bool {
    a.namespace == b.namespace
      ? a.key.utf8.lexicographicallyPrecedes(b.key.utf8)
      : a.namespace.utf8.lexicographicallyPrecedes(b.namespace.utf8)
  }

  // In bytes, as SQLite sees it: to Swift a dot before a combining mark is another character.
  private static func split(_ written: String) throws(PreferenceError) -> (String, String) {
    let dot = UInt8(ascii: "."), quote = UInt8(ascii: "\"")
    let bytes = written.utf8
    if bytes.last == quote,
      let open = bytes.indices.dropLast(2).first(where: {
        bytes[$0] == dot && bytes[bytes.index(after: $0)] == quote
      })
    {
      let key = bytes[bytes.index(open, offsetBy: 2)...].dropLast()
      return (String(decoding: bytes[..<open], as: UTF8.self), String(decoding: key, as: UTF8.self))
    }
    guard let last = bytes.lastIndex(of: dot) else {
      throw .invalidName(written, reason: "expected Namespace.key, found no dot")
    }
    let key = bytes[bytes.index(after: last)...]
    return (String(decoding: bytes[..<last], as: UTF8.self), String(decoding: key, as: UTF8.self))
  }

  private static func checked(_ part: String, part kind: String) throws(PreferenceError) -> String {
    // Normalising sorts the marks of a character, in time with the square of their number. Form C of
    // a text has at least 2/7 of its bytes (U+0390, for U+1FBE U+0308 U+0301): what cannot fit stays out.
    let name = part.utf8.count <= 4 * 255 ? part.normalizedToNFC : part
    let count = name.utf8.count
    guard count > 0 else { throw .invalidName(part, reason: "the \(kind) is empty") }
    guard count <= 255 else {
      throw .invalidName(part, reason: "the \(kind) has \(count) bytes of UTF-8, at most 255")
    }
    for scalar in name.unicodeScalars where !isAllowed(scalar) {
      let code = String(scalar.value, radix: 16, uppercase: true)
      throw .invalidName(part, reason: "the \(kind) holds the character U+\(code)")
    }
    return name
  }

  /// The ranges of the CHECKs `namespace_is_a_name` and `key_is_a_name` in V0001.
  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    (0x20...0x7E).contains(scalar.value) || (0xA1...0x10FFFD).contains(scalar.value)
  }
}
