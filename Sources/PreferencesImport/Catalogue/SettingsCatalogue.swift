public import Preferences

/// The settings that a file declares: defaults, never values to be stored.
public struct SettingsCatalogue: Hashable, Sendable, CustomStringConvertible {
  /// The format of the file: "settings bundle".
  public var format: String
  /// The settings, in the order of the file.
  public var settings: [DeclaredSetting] = []
  /// Declarations that could not be read.
  public var leftOut: [ImportReport.LeftOut] = []

  /// A line for each setting: key, type, default, choices.
  public var description: String { lines.joined(separator: "\n") }

  /// A line for the file, one for each setting, one for each declaration left out.
  public var lines: [String] {
    ["\(format): \(settings.count) settings declared, \(leftOut.count) left out"]
      + settings.map(\.line)
      + leftOut.map { "\($0.path.quotedForMessage) left out: \($0.reason)" }
  }

  /// The whole catalogue as an object of `format`, `settings` and `leftOut`.
  public var json: JSONValue {
    let leftOut = leftOut.map { entry -> JSONValue in
      ["path": .string(entry.path), "reason": .string(entry.reason)]
    }
    return [
      "format": .string(format), "settings": .array(settings.map(\.json)),
      "leftOut": .array(leftOut),
    ]
  }
}
