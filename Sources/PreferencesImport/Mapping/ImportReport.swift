public import Preferences

/// What became of each entry of an imported file.
public struct ImportReport: Hashable, Sendable, CustomStringConvertible {
  /// What became of an entry that was taken.
  public enum Outcome: String, Hashable, Sendable {
    /// Taken as it is, in a form of the store.
    case taken
    /// Converted between colour spaces; the note says from which and by which rule.
    case converted
    /// A name was kept, not what it stands for.
    case reference
  }

  /// An entry that was taken.
  public struct Taken: Hashable, Sendable {
    /// The name under which it was taken.
    public var name: PreferenceName
    /// The type that it got.
    public var type: StoredType
    /// What became of it.
    public var outcome = Outcome.taken
    /// How, such as "date rounded to milliseconds"; nil if there is nothing to say.
    public var note: String?
  }

  /// An entry that was left out.
  public struct LeftOut: Hashable, Sendable {
    /// The key as it stands in the file.
    public var path: String
    /// Why.
    public var reason: String
  }

  /// The format of the file: "binary property list".
  public var format: String
  /// What was taken, in the order of the file.
  public var taken: [Taken] = []
  /// What was left out, in the order of the file.
  public var leftOut: [LeftOut] = []

  package init(format: String) { self.format = format }

  /// One line for the file, one for each entry that was converted or left out.
  public var lines: [String] {
    var lines = ["\(format): \(taken.count) taken, \(leftOut.count) left out"]
    for entry in taken {
      if let note = entry.note { lines.append("\(entry.name) (\(entry.type)): \(note)") }
    }
    for entry in leftOut {
      lines.append("\(entry.path.quotedForMessage) left out: \(entry.reason)")
    }
    return lines
  }

  /// The lines, one below the other.
  public var description: String { lines.joined(separator: "\n") }

  /// The whole report as an object of `format`, `taken` and `leftOut`.
  public var json: JSONValue {
    let taken = taken.map { entry in
      var object: JSONObject = [
        "namespace": .string(entry.name.namespace), "key": .string(entry.name.key),
        "type": .string(entry.type.rawValue), "outcome": .string(entry.outcome.rawValue),
      ]
      object["note"] = entry.note.map(JSONValue.string)
      return JSONValue.object(object)
    }
    let leftOut = leftOut.map { entry -> JSONValue in
      ["path": .string(entry.path), "reason": .string(entry.reason)]
    }
    return ["format": .string(format), "taken": .array(taken), "leftOut": .array(leftOut)]
  }
}
