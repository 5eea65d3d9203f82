import Preferences

extension ImportFormat {
  /// The declarations of a GSettings schema: defaults, never values.
  static let gschema = ImportFormat(
    word: "gschema", name: "a GSettings schema",
    recognizes: { $0.container == .xml && $0.isSettingsSchema },
    read: { (input, options) throws(ImportError) in
      guard options.key == nil else {
        throw ImportError(
          .notADomain, expected: "a file of values for --key",
          found: "a GSettings schema, which declares settings")
      }
      let catalogue = SettingsCatalogue(try SettingsSchemaReader.read(input.bytes))
      var result = ImportResult(report: ImportReport(format: catalogue.format))
      result.catalogue = catalogue
      return result
    })
}

extension ImportInput {
  /// Whether the first tag is that of a schema; what follows is not looked at.
  fileprivate var isSettingsSchema: Bool {
    guard var scanner = try? XMLScanner(bytes) else { return false }
    return if case .start(SettingsSchemaReader.root, _) = try? scanner.next() { true } else {
      false
    }
  }
}
