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
    var options = ImportOptions(namespace: namespace)
    options.key = key
    options.file = file
    return try read(bytes, options)
  }

  /// The preferences, or the declared settings, in the bytes of a whole file.
  ///
  /// - Throws: ``ImportError``, also when the file is not of the format that the options ask for:
  ///   it says what the file is instead. Then nothing of the file is usable.
  public static func read(
    _ bytes: [UInt8], _ options: ImportOptions
  ) throws(ImportError) -> ImportResult {
    do throws(ImportError) {
      try EntryCollector.check(namespace: options.namespace, key: options.key)
      let input = ImportInput(bytes)
      // A profile of Terminal is a property list as well, for who asks for one.
      let fitting = options.format.flatMap { $0.recognizes(input) ? $0 : nil }
      let found = fitting ?? ImportFormat.detect(input)
      if let asked = options.format, asked.word != found?.word {
        throw ImportError(
          .unknownFormat, expected: asked.name, found: found?.name ?? input.container.description,
          advice: found.map { "its format is called \($0.word)" })
      }
      guard let found else {
        let words = ImportFormat.all.map(\.word).joined(separator: ", ")
        throw input.mismatch(expected: "a file that can be imported (\(words))")
      }
      var result = try found.read(input, options)
      result.apply(options.forms)
      return result
    } catch {
      throw error.naming(options.file)
    }
  }
}
