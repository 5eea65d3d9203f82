public import Preferences

/// What the value of an entry is to become, where its file cannot say it.
///
/// Its word is what the command line takes: `color`, `json`, `text`, `data`, `appearance`,
/// `appearance:userInterfaceStyle`, `appearance:freedesktop`.
public enum ImportForm: Hashable, Sendable {
  /// A colour, from the forms in which programs store them: archives, texts, JSON.
  case color
  /// JSON, from text or data that holds a document; a key of a `Codable` struct reads it.
  case json
  /// Text, and nothing else.
  case text
  /// Data, and nothing else.
  case data
  /// An appearance, from a word, from a name of `NSAppearance`, and from a number only where it is
  /// said what numbers mean.
  case appearance(Appearance.NumberMapping?)

  /// All of them.
  public static let all: [ImportForm] =
    [.color, .json, .text, .data, .appearance(nil)]
    + Appearance.NumberMapping.allCases.map(ImportForm.appearance)

  /// The form of a word; nil for an unknown one.
  public init?(_ word: String) {
    guard let form = Self.all.first(where: { $0.word == word }) else { return nil }
    self = form
  }

  /// The word.
  public var word: String {
    switch self {
    case .color: "color"
    case .json: "json"
    case .text: "text"
    case .data: "data"
    case .appearance(nil): "appearance"
    case .appearance(let mapping?): "appearance:\(mapping.rawValue)"
    }
  }
}
