extension PreferenceError: CustomStringConvertible {
  /// One sentence that names key or file, what was expected and what was found.
  public var description: String {
    switch self {
    case .invalidName(let name, let reason):
      "'\(name.escapedForDisplay)' is not a preference name: \(reason)"
    case .typeMismatch(let key, let expected, let found):
      "\(key): expected type \(expected), found \(found)"
    case .declaredType(let key, let declared, let requested):
      "\(key): declared as \(declared), asked for as \(requested)"
    case .unreadable(let key, let reason):
      "\(key): the stored value cannot be read: \(reason)"
    case .notRepresentable(let key, let reason):
      "\(key): the value cannot be stored: \(reason)"
    case .newerVersion(let key, let supported, let found):
      "\(key): written by a newer version (\(found)); this one knows up to \(supported)"
    case .conflictingDeclarations(let key, let first, let second):
      "\(key): declared twice, as \(first) and as \(second)"
    case .unknownColor(let name, let palette, let suggestions):
      "the palette \(palette) has no colour '\(name.escapedForDisplay)'"
        + (suggestions.isEmpty ? "" : "; did you mean ")
        + suggestions.map { "'\($0.escapedForDisplay)'" }.joined(separator: " or ")
        + (suggestions.isEmpty ? "" : "?")
    case .historyGap(let sequence, let keys):
      "the history no longer reaches back to change \(sequence)" + Self.list(keys, after: " of ")
    case .notLogged(let key):
      "\(key): its changes are not logged"
    case .unknownChangeSet(let number):
      "the history has no change set \(number)"
    case .overwrittenSince(let keys):
      "changed again since: " + Self.list(keys, after: "")
    case .unavailable(let failure):
      "\(failure.path): \(failure.message)"
    case .transactionInProgress:
      "a transaction of this thread is already open; use the one that was passed in"
    }
  }

  private static func list(_ keys: [PreferenceName], after word: String) -> String {
    guard !keys.isEmpty else { return "" }
    let shown = keys.prefix(5).map { $0.description.escapedForDisplay }.joined(separator: ", ")
    return word + shown + (keys.count > 5 ? " and \(keys.count - 5) more" : "")
  }
}

extension String {
  /// The text with control characters as `\u{…}`, so that a name cannot steer a terminal.
  package var escapedForDisplay: String {
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
        shown += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }
}
