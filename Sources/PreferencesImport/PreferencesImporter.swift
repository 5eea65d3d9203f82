import Preferences

/// Reads files of other formats as preferences; the only place that decides by content.
public enum PreferencesImporter {
  /// The preferences, or the declared settings, in the bytes of a whole file.
  ///
  /// - Parameters:
  ///   - namespace: Where the entries of a domain go: by custom the file's name without extension.
  ///     An export of this package names its own namespaces and ignores it.
  ///   - key: Takes the whole file as one value under this key, whatever its top level is; a keyed
  ///     archive is then kept as `data`, byte for byte.
  ///   - file: The path, for messages only.
  /// - Throws: ``ImportError``; then nothing of the file is usable.
  public static func read(
    _ bytes: [UInt8], namespace: String, key: String? = nil, file: String? = nil
  ) throws(ImportError) -> ImportResult {
    do throws(ImportError) {
      try EntryCollector.check(namespace: namespace, key: key)
      switch FileFormat.detect(bytes) {
      case .binaryPropertyList:
        let domain = PropertyListDomain(
          list: try BinaryPropertyListReader.read(bytes), bytes: bytes,
          format: "binary property list", sortsKeys: true)
        return try domain.entries(namespace: namespace, key: key)
      case .xml:
        let domain = PropertyListDomain(
          list: try XMLPropertyListReader.read(bytes), bytes: bytes,
          format: "XML property list", sortsKeys: false)
        return try domain.entries(namespace: namespace, key: key)
      case .json: return try JSONDomain(bytes).entries(namespace: namespace, key: key)
      case .other(let looks):
        throw ImportError(
          .unknownFormat, expected: "a property list (binary or XML) or JSON", found: looks)
      }
    } catch {
      throw error.naming(file)
    }
  }
}
