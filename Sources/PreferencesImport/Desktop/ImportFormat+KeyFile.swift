import Preferences

extension ImportFormat {
  /// A dconf dump, a terminal's scheme, a desktop entry.
  static let keyFile = ImportFormat(
    word: "keyfile", name: "a key file, such as a dconf dump",
    recognizes: { $0.container == .keyFile },
    read: { (input, options) throws(ImportError) in
      guard let key = options.key else {
        return KeyFileDomain(try KeyFile(input.bytes), options).entries()
      }
      var collector = EntryCollector(format: "key file")
      let text = String(decoding: try TextEncoding.utf8(input.bytes), as: UTF8.self)
      collector.take(
        namespace: options.namespace, key: key, .text(text), note: "a key file as text")
      return collector.result
    })
}
