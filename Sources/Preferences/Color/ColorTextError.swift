/// Why a text is no colour.
public struct ColorTextError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The part of a colour that is wrong.
  public enum Part: String, Hashable, Sendable {
    /// The first component, or the second, third, of a colour that has three.
    case red, green, blue
    /// The only component of a gray.
    case white
    /// The opacity.
    case alpha
    /// The name of the colour space.
    case space
  }

  /// The text that was given.
  public var text: String
  /// The part that is wrong; nil when the text as a whole is in no known form.
  public var part: Part?
  /// What is wrong.
  public var reason: String

  init(_ text: String, _ part: Part? = nil, _ reason: String) {
    self.text = text
    self.part = part
    self.reason = reason
  }

  /// One line: the text, the part, the reason.
  public var description: String {
    let scalars = text.unicodeScalars
    let shown =
      scalars.count > 60 ? String(String.UnicodeScalarView(scalars.prefix(59))) + "…" : text
    return "'\(shown)' is no colour: " + (part.map { "\($0.rawValue): " } ?? "") + reason
  }
}
