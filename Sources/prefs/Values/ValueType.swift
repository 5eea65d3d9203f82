import Preferences

/// How the values of one type are written and read on the command line.
///
/// Help, completion, parser and printer all take it from the one table ``all``.
struct ValueType: Sendable {
  /// The tag in the file, and the word after `--type`.
  var tag: StoredType
  /// What the type is.
  var abstract: String
  /// The forms that are understood.
  var forms: String
  /// A value to learn from; it reads and prints back.
  var example: String
  /// The words that completion offers.
  var words: [String] = []
  /// What SQLite keeps for the text, nil if the text is no value of the type.
  var parse: @Sendable (String) throws(Failure) -> StoredValue.Storage?
  /// The text on one line, nil if the storage is not one of the type.
  var print: @Sendable (StoredValue.Storage) -> String?

  /// The type of a tag, nil for one that only newer versions know.
  static func of(_ tag: StoredType) -> ValueType? { all.first { $0.tag == tag } }

  /// The type of a word after `--type`, nil for an unknown one.
  static func named(_ word: String) -> ValueType? { all.first { $0.word == word } }

  /// The value that `text` stands for, nil if it is no value of the type.
  func value(_ text: String) throws(Failure) -> StoredValue? {
    try parse(text).map { storage in
      // A colour that the four columns cannot say is JSON, under a tag of its own.
      if case .blob = storage, tag == .color {
        return StoredValue(type: .colorBlob, storage: storage)
      }
      return StoredValue(type: tag, storage: storage)
    }
  }

  /// The tag as a word.
  var word: String { tag.rawValue }

  /// The types as choices of an option.
  static var choices: ValueKind { .choice(all.map { ($0.word, $0.abstract) }) }
}
