package import SQLiteCore

/// One numbered step of a component's schema or data.
package struct Migration: Sendable {
  /// What a step does in one direction.
  package enum Action: Sendable {
    /// SQL, run statement by statement.
    case sql(SQLText)
    /// Code that changes data, never the schema: it is left out where the schema is built to be
    /// compared, because there is no data.
    case code(@Sendable (Connection) throws -> Void)
  }

  /// 1, 2, 3, ….
  package let version: Int
  /// `[a-z0-9_]+`.
  package let name: String
  /// The file of the step up, for messages; `V0002__name` for code.
  package let file: String
  /// SHA-256 of the text, or of the code's identity.
  package let checksum: String
  /// The oldest version whose library may still write to the file after this step.
  package let compatible: Int
  package let up: Action
  /// The way back, if there is one.
  package let down: Action?

  /// The file of the step down, for messages.
  package var downFile: String { "\(Self.stem(version, name)).down.sql" }

  /// A step of code.
  ///
  /// - Parameters:
  ///   - identity: stands for the code in the ledger: change it when the code changes its meaning.
  ///   - code: runs in the transaction of the migration; it may neither end it nor change tables.
  package init(
    version: Int, name: String, identity: String, compatible: Int? = nil,
    down: (@Sendable (Connection) throws -> Void)? = nil,
    code: @escaping @Sendable (Connection) throws -> Void
  ) {
    self.version = version
    self.name = name
    file = Self.stem(version, name)
    checksum = SHA256.hexDigest(Array("code:\(identity)".utf8))
    self.compatible = compatible ?? version
    up = .code(code)
    self.down = down.map(Action.code)
  }

  /// A step of SQL; the text may begin with the comment `-- compatible: N`.
  ///
  /// - Throws: `invalidFile` for text that is empty, not UTF-8, or with a bad directive.
  package init(
    version: Int, name: String, sql: [UInt8], down: [UInt8]? = nil
  ) throws(MigrationError) {
    self.version = version
    self.name = name
    file = "\(Self.stem(version, name)).sql"
    let text = try Self.text(sql, of: file)
    checksum = text.checksum
    compatible = try Self.compatible(text, file: file, version: version)
    up = .sql(text)
    let downFile = "\(Self.stem(version, name)).down.sql"
    self.down = try down.map { (down) throws(MigrationError) in
      .sql(try Self.text(down, of: downFile))
    }
  }

  static func stem(_ version: Int, _ name: String) -> String {
    let digits = String(version)
    return "V\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)__\(name)"
  }

  private static func text(_ bytes: [UInt8], of file: String) throws(MigrationError) -> SQLText {
    let text = SQLText(bytes)
    for (number, line) in text.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .enumerated()
    {
      guard !line.contains(0), String(validating: line, as: UTF8.self) != nil else {
        throw .invalidFile(file, line: number + 1, reason: "the line is not UTF-8 text")
      }
    }
    guard !text.isEmpty else {
      throw .invalidFile(file, line: nil, reason: "there is no statement in it")
    }
    return text
  }

  /// The directive is looked for everywhere, so that one in the wrong place is not passed over.
  private static func compatible(
    _ text: SQLText, file: String, version: Int
  ) throws(MigrationError) -> Int {
    let directive = "-- compatible:"
    let heading = text.lines(upTo: SQLBlanks.end(in: text.bytes, from: 0)).count
    var found: Int?
    for (number, line) in text.lines() where line.hasPrefix(directive) {
      func invalid(_ reason: String) -> MigrationError {
        .invalidFile(file, line: number, reason: reason)
      }
      guard number <= heading else {
        throw invalid("'\(directive)' must stand before the first statement")
      }
      guard found == nil else { throw invalid("'\(directive)' stands here a second time") }
      let value = line.dropFirst(directive.count).split(separator: " ")
      guard value.count == 1, let oldest = Int(value[0]), (1...max(1, version)).contains(oldest)
      else { throw invalid("'\(directive)' takes one version from 1 to \(version)") }
      found = oldest
    }
    return found ?? version
  }
}
