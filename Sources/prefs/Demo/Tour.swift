/// The steps of `prefs demo`: what a first user types, with a word of explanation.
struct Tour {
  /// One command line.
  struct Step {
    var explanation: String
    var words: [String]
  }

  /// What is imported when no file is given: a small domain as UserDefaults would export it.
  static let sample = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
    "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>fontName</key><string>Menlo</string>
      <key>fontSize</key><real>13.5</real>
      <key>launches</key><integer>41</integer>
      <key>showLineNumbers</key><true/>
      <key>lastOpened</key><date>2026-02-27T18:04:05Z</date>
      <key>recentFiles</key><array><string>notes.txt</string><string>todo.md</string></array>
    </dict>
    </plist>

    """

  /// The steps after `file` has been imported into `namespace`.
  static func steps(file: String, namespace: String) -> [Step] {
    func sql(_ explanation: String, _ text: String) -> Step {
      Step(explanation: explanation, words: ["sqlite3", "-box", "$PREFS_STORE", text])
    }
    return [
      Step(
        explanation: "A preferences file is imported, all of it in one change set.",
        words: ["prefs", "import", file, "--into", namespace]),
      Step(explanation: "Every value has kept its type.", words: ["prefs", "list"]),
      Step(
        explanation: "Two values are set together; a colour is a value like any other.",
        words: ["prefs", "set", "\(namespace).accent", "#FF8800", "\(namespace).tabWidth", "4"]),
      Step(
        explanation: "A text that does not fit the stored type is refused.",
        words: ["prefs", "set", "\(namespace).tabWidth", "four"]),
      sql(
        "The file is SQLite, and legible.",
        "SELECT name, type, value FROM settings"),
      sql(
        "A change by another program ...",
        "UPDATE preference SET value = 8 WHERE key = 'tabWidth'"),
      Step(
        explanation: "... is seen like any other ...",
        words: ["prefs", "get", "\(namespace).tabWidth"]),
      sql(
        "... and on record like any other, with the value before.",
        "SELECT operation, name, before, after, coalesce(origin, 'another program') AS origin "
          + "FROM history LIMIT 3"),
      Step(explanation: "All is well.", words: ["prefs", "doctor"]),
    ]
  }
}
