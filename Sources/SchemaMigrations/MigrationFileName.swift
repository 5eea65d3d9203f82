/// The name of a migration's file: `V0001__create_preferences.sql` or `….down.sql`.
package struct MigrationFileName: Hashable, Sendable, CustomStringConvertible {
  package var version: Int
  package var name: String
  package var isDown: Bool

  package init(version: Int, name: String, isDown: Bool) {
    self.version = version
    self.name = name
    self.isDown = isDown
  }

  /// Reads a file's name.
  ///
  /// - Throws: `invalidFile`, which says how such a name looks.
  package init(_ text: String) throws(MigrationError) {
    let isDown = text.hasSuffix(".down.sql")
    let stem = text.dropLast((isDown ? ".down.sql" : ".sql").count)
    let digits = stem.dropFirst().prefix { $0.isASCII && $0.isNumber }
    let name = stem.dropFirst(1 + digits.count + 2)
    guard let version = Int(digits), version > 0 else { throw Self.invalid(text) }
    self.init(version: version, name: String(name), isDown: isDown)
    // Compared as written again: that covers prefix, underscores, width and suffix.
    guard MigrationSet.isName(name), description == text else { throw Self.invalid(text) }
  }

  package var description: String {
    "\(Migration.stem(version, name))\(isDown ? ".down" : "").sql"
  }

  private static func invalid(_ text: String) -> MigrationError {
    .invalidFile(
      text, line: nil,
      reason: "a migration's file is named like V0001__create_notes.sql, with four digits from 0001"
        + " and the letters a-z, digits and _")
  }
}
