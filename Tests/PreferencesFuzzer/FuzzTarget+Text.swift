import Preferences
import SchemaMigrations

extension FuzzTarget {
  /// The JSON tree: what is read is written and read again as the same.
  static let json = FuzzTarget(name: "json") { bytes in
    for options in [[], .withComments] as [JSONParsingOptions] {
      guard let value = try? JSONValue(parsing: bytes, options: options),
        let text = try? value.text()
      else { continue }
      guard let again = try? JSONValue(parsing: text), again == value else {
        fatalError("not the same after writing")
      }
    }
  } seeds: {
    Seeds.json
  }

  /// The texts of colours.
  static let color = FuzzTarget(name: "color") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    _ = try? PreferenceColor(hex: text)
    guard let color = try? PreferenceColor(text) else { return }
    _ = (color.hex, color.css, color.converted(to: .gray), color.clamped)
    guard let again = try? PreferenceColor(color.description), again == color else {
      fatalError("\(color) is not read as itself")
    }
  } seeds: {
    Seeds.colors
  }

  /// The names of preferences.
  static let name = FuzzTarget(name: "name") { bytes in
    let text = String(decoding: bytes, as: UTF8.self)
    guard let name = try? PreferenceName(text) else { return }
    guard name.namespace.contains(".\"") || (try? PreferenceName(name.description)) == name else {
      fatalError("\(name) is not read as itself")
    }
  } seeds: {
    ["Settings.accent", "com.example.app.\"a.b\"", "é.e\u{301}", ".", "a.", "\"\".\"\""].map {
      Array($0.utf8)
    }
  }

  /// The texts of migrations: the name of the file in the first line.
  static let migration = FuzzTarget(name: "migration") { bytes in
    let parts = bytes.split(separator: 10, maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let rest = parts.dropFirst().first else { return }
    let file = (name: String(decoding: first, as: UTF8.self), text: Array(rest))
    _ = try? MigrationSet(component: "fuzz", files: [file])
  } seeds: {
    Seeds.migrations
  }
}
