import Preferences

extension ImportFormat {
  /// The declarations of a settings bundle: defaults, never values.
  static let defaults = ImportFormat(
    word: "defaults", name: "the defaults of a settings bundle",
    recognizes: { input in
      guard let list = try? input.propertyList.get() else { return false }
      return SettingsCatalogue(list, format: "") != nil
    },
    read: { (input, options) throws(ImportError) in
      let domain = try input.propertyListDomain
      // Under one key a file is a value like any other.
      guard options.key == nil,
        let catalogue = SettingsCatalogue(domain.list, format: domain.format)
      else {
        return try domain.entries(namespace: options.namespace, key: options.key)
      }
      var result = ImportResult(report: ImportReport(format: domain.format))
      result.catalogue = catalogue
      return result
    })
}

extension ImportInput {
  /// The property list, to be read as named settings.
  var propertyListDomain: PropertyListDomain {
    get throws(ImportError) {
      let isBinary = container == .binaryPropertyList
      return PropertyListDomain(
        list: try propertyList.get(), bytes: bytes,
        format: isBinary ? "binary property list" : "XML property list", sortsKeys: isBinary)
    }
  }
}
