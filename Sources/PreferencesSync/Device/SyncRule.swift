public import Preferences

/// Which preferences roam: the last rule whose pattern matches `namespace.key` decides; without one a
/// preference stays where it is.
public struct SyncRule: Hashable, Sendable {
  /// What a rule says.
  public enum Mode: String, Hashable, Sendable, CaseIterable {
    /// Changes go to the other devices and come from them.
    case include
    /// The preference stays on this device.
    case exclude
    /// Changes come from the other devices, none is sent.
    case receive
  }

  /// What to do with a preference that has a value here and on the server, when both meet for the
  /// first time. Whatever gives way stays in the history.
  public enum Preference: String, Hashable, Sendable, CaseIterable {
    /// The server's value is taken.
    case server
    /// The value here is sent, and wins.
    case local
    /// The later edit wins.
    case newest
  }

  /// `*` stands for any text, `?` for one character: `Settings.*`.
  public var pattern: String
  /// What it says.
  public var mode: Mode
  /// What to do at the first meeting; nil once that is over.
  public var prefer: Preference?

  /// A rule from its parts.
  public init(pattern: String, mode: Mode, prefer: Preference? = .server) {
    self.pattern = pattern
    self.mode = mode
    self.prefer = prefer
  }

  /// Whether the pattern matches a name.
  public func matches(_ name: PreferenceName) -> Bool {
    Self.matches(
      Array(pattern.unicodeScalars), Array("\(name.namespace).\(name.key)".unicodeScalars))
  }

  /// Greedy, with the last `*` to go back to: time is the product of the lengths at most.
  private static func matches(_ pattern: [Unicode.Scalar], _ text: [Unicode.Scalar]) -> Bool {
    var (position, index) = (0, 0)
    var star: (position: Int, index: Int)?
    while index < text.count {
      if position < pattern.count, pattern[position] == "*" {
        star = (position, index)
        position += 1
      } else if position < pattern.count,
        pattern[position] == "?" || pattern[position] == text[index]
      {
        position += 1
        index += 1
      } else if let last = star {
        star = (last.position, last.index + 1)
        (position, index) = (last.position + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[position...].allSatisfy { $0 == "*" }
  }
}

/// All rules of a store, with what they said of each name that was asked for.
struct SyncRules {
  let rules: [SyncRule]
  private var decisions: [PreferenceName: Int?] = [:]

  init(_ rules: [SyncRule]) { self.rules = rules }

  /// The rule that decides about a name.
  mutating func rule(for name: PreferenceName) -> SyncRule? {
    let index: Int?
    if let known = decisions[name] {
      index = known
    } else {
      index = rules.lastIndex { $0.matches(name) }
      decisions[name] = .some(index)
    }
    return index.map { rules[$0] }
  }

  /// Whether changes of a name are to be sent now.
  mutating func sends(_ name: PreferenceName) -> Bool {
    guard let rule = rule(for: name) else { return false }
    return rule.mode == .include && rule.prefer == nil
  }

  /// Whether a rule lets a name leave this device, now or after a first meeting.
  mutating func mayLeave(_ name: PreferenceName) -> Bool { rule(for: name)?.mode == .include }

  /// Whether changes of others are to be taken now.
  mutating func receives(_ name: PreferenceName) -> Bool {
    guard let rule = rule(for: name) else { return false }
    return rule.mode != .exclude && rule.prefer == nil
  }
}
