/// One positional argument of a command.
struct Argument: Sendable {
  /// How help names it, such as `NAME`.
  var name: String
  var kind: ValueKind
  /// May be left out; only the last ones of a command can be.
  var isOptional: Bool
  /// One sentence without a full stop.
  var abstract: String

  init(
    _ name: String, _ kind: ValueKind = .text, isOptional: Bool = false, _ abstract: String
  ) {
    self.name = name
    self.kind = kind
    self.isOptional = isOptional
    self.abstract = abstract
  }
}
