internal import SQLiteCore

/// Whether an app looks light or dark, or as the system says.
///
/// Stored as a word under the tag `appearance`. `system` stays `system`: what it looks like at the
/// moment is another question.
public enum Appearance: String, Hashable, Sendable, Codable, CaseIterable {
  /// As the system says.
  case system
  /// Dark text on light.
  case light
  /// Light text on dark.
  case dark
}

extension Appearance: PreferenceValue {
  /// Tag `appearance`; a word of a newer version reads as `system`, and stays in the file.
  public static let preferenceCodec = PreferenceCodec<Appearance>(
    .appearance, encode: { .text($0.rawValue) },
    decode: { (storage) throws(CodecError) in
      guard case .text(let word) = storage else { throw .unreadable("expected a word") }
      return Appearance(stored: word) ?? .system
    })

  /// The appearance of a word in a file, which may be any text.
  package init?(stored word: String) {
    guard !word.hasPiledMarks else { return nil }
    self.init(rawValue: word)
  }
}
