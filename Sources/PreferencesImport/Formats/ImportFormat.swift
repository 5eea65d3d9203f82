import Preferences

/// A format that can be imported: how its files are known, and how they are read.
///
/// One file per format adds a static member; ``all`` lists them.
public struct ImportFormat: Sendable {
  /// What it is called on the command line: `gpl`.
  public let word: String
  /// What it is, with its article, for messages: "a GIMP palette".
  public let name: String
  /// Whether a file is one, by its content alone; must be quick, and must not fail.
  let recognizes: @Sendable (ImportInput) -> Bool
  let read: @Sendable (ImportInput, ImportOptions) throws(ImportError) -> ImportResult

  /// The format of a file's content; nil for an unknown one.
  public static func detect(_ bytes: [UInt8]) -> ImportFormat? { detect(ImportInput(bytes)) }

  static func detect(_ input: ImportInput) -> ImportFormat? {
    all.first { $0.recognizes(input) }
  }
}

extension ImportFormat: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}

extension ImportFormat {
  /// All formats, each before those that would take its files as well.
  public static let all: [ImportFormat] = [
    ase, aco, gpl, gschema, defaults, archivedColor, colorList, iTermColors, terminal, propertyList,
    colorSet, vscode,
    json, keyFile,
  ]
}
