import Preferences

extension Option {
  /// Where values are hidden.
  static let reveal = flag("reveal", "Show the values of redacted preferences too")
}

extension Argument {
  /// A preference or a namespace; all, if it is left out.
  static let scope = Argument(
    "NAME", .name, isOptional: true, "Only this preference, or this namespace")
}

/// What a line is about.
enum HistoryScope {
  case all
  case name(PreferenceName)
  case namespace(String)
}

extension Invocation {
  /// What a word names: a preference that is or was set, else the namespace of that name.
  func scope(of written: String?, in store: PreferenceStore) throws -> HistoryScope {
    guard let written else { return .all }
    if let name = try? PreferenceName(written) {
      if try store.row(of: name) != nil { return .name(name) }
      if try !store.history(of: name).prefix(1).isEmpty { return .name(name) }
    }
    // The key stands for any: a namespace must be one that the file can hold.
    return .namespace(try PreferenceName(namespace: written, key: "k").namespace)
  }

  /// The moment that a text names.
  func moment(_ text: String, _ what: String) throws(Failure) -> HistoryPoint {
    guard let point = MomentText.parse(text) else {
      throw mistake("\(what): expected a moment such as \(MomentText.forms), found '\(text.shown)'")
    }
    return point
  }

  /// The value of an option that names a moment; a mistake if it is not given.
  func moment(of option: Option) throws(Failure) -> HistoryPoint {
    guard let text = value(of: option) else {
      throw mistake("option '\(option.written)' is missing")
    }
    return try moment(text, "--\(option.long)")
  }

  /// The change as it may be shown.
  func shown(_ change: PreferenceChange) -> PreferenceChange {
    var change = change
    change.isRedacted = change.isRedacted && !has(.reveal)
    return change
  }

  /// Prints changes, aligned, each with a last cell if there is something to say.
  func printChanges(
    _ changes: [PreferenceChange], with note: (PreferenceChange) -> String? = { _ in nil }
  ) throws {
    var table = TextTable()
    for change in changes { table.add(shown(change).cells + (note(change).map { [$0] } ?? [])) }
    for line in table.lines(width: console.width) { try console.line(line) }
  }

  /// Tells which moment was meant, with its zone; nothing for a number.
  func note(_ point: HistoryPoint, _ word: String = "as of") {
    guard case .time(let milliseconds) = point else { return }
    console.note("\(word) \(MomentText.local(milliseconds)) (\(DateText.print(milliseconds)))")
  }
}

extension PreferenceChange {
  /// Number, time in UTC, origin, name, and the values before and after.
  var cells: [String] {
    let before = isBeforePruned ? "?" : Self.shown(before, isRedacted: isRedacted)
    return [
      "#\(sequence)", DateText.print(changedAt), origin.map(\.escapedForTerminal) ?? "-",
      name.shown,
      "\(before) -> \(Self.shown(after, isRedacted: isRedacted))",
    ]
  }

  /// A value in a line, `-` for none.
  static func shown(_ value: StoredValue?, isRedacted: Bool) -> String {
    guard let value else { return "-" }
    if value.type.rawValue == "erased" { return "<erased>" }
    return isRedacted ? "<redacted>" : value.shown
  }
}
