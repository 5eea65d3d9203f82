import Preferences

/// Reads the colours of an asset catalogue, an `X.xcassets` folder, or of one `X.colorset` folder.
public enum AssetCatalog {
  /// Every colour set in a folder, under the name that Xcode gives it: `Name`, or `Group/Name` in a
  /// folder that provides a namespace.
  ///
  /// Symbolic links are not followed. Assets of other kinds are counted in the report, and a set
  /// that cannot be read is left out with its path and the reason.
  ///
  /// - Parameter folder: a catalogue, a group in one, or a colour set; `options.key` names the colour
  ///   of the latter, else its folder does.
  /// - Throws: ``ImportError`` that names the folder: missing, another folder, too large.
  public static func read(
    _ folder: String, _ options: ImportOptions
  ) throws(ImportError) -> ImportResult {
    do throws(ImportError) {
      try EntryCollector.check(namespace: options.namespace, key: options.key)
      let root = try Folder(resolving: folder)
      let isSet = AssetKind(root.name) == .colorSet
      guard isSet || root.name.hasSuffix(".xcassets") || root.hasContents else {
        throw ImportError(
          .notAFile, expected: "a file, an asset catalogue (.xcassets) or a colour set (.colorset)",
          found: "another folder")
      }
      if let asked = options.format, asked.word != ImportFormat.colorSet.word {
        throw ImportError(
          .unknownFormat, expected: asked.name, found: "an asset catalogue",
          advice: "its format is called \(ImportFormat.colorSet.word)")
      }
      guard isSet || options.key == nil else {
        throw ImportError(
          .notADomain, expected: "one colour set for one key",
          found: "an asset catalogue, which names its colours itself")
      }
      var walk = CatalogWalk(options, format: isSet ? "colour set" : "asset catalogue")
      if isSet {
        walk.take(root, key: options.key ?? root.stem)
      } else {
        try walk.walk(root)
      }
      var result = walk.result
      result.apply(options.forms)
      return result
    } catch {
      throw error.naming(folder)
    }
  }
}
