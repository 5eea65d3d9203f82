import Preferences

extension ImportFormat {
  /// A preferences domain as a property list.
  static let propertyList = ImportFormat(
    word: "plist", name: "a property list (binary or XML)",
    recognizes: { $0.container == .binaryPropertyList || $0.container == .xml },
    read: { (input, options) throws(ImportError) in
      var domain = try input.propertyListDomain
      domain.keepsArchives = options.keepsArchives
      domain.keptKeys = Set(options.forms.filter { [.text, .data].contains($0.value) }.keys)
      return try domain.entries(namespace: options.namespace, key: options.key)
    })

  /// Named settings, or the export of this package, as JSON.
  static let json = ImportFormat(
    word: "json", name: "JSON",
    recognizes: { $0.container == .json },
    read: { (input, options) throws(ImportError) in
      try JSONDomain(json: try input.json.get())
        .entries(namespace: options.namespace, key: options.key)
    })
}
