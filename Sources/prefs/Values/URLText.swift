// The only file of the command that needs Foundation; on Linux its small part, which loads fast.
#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// URLs (RFC 3986), kept as they were written.
enum URLText {
  /// A URL, absolute or relative, that holds no character which would have to be escaped.
  static func isValid(_ text: String) -> Bool {
    !text.isEmpty && URL(string: text, encodingInvalidCharacters: false) != nil
  }
}

/// UUIDs (RFC 9562), kept in upper case.
enum UUIDText {
  /// The 36 characters in upper case, nil for anything else.
  static func normalized(_ text: String) -> String? { UUID(uuidString: text)?.uuidString }
}
