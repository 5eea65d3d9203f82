import Preferences

extension ImportFormat {
  /// One named colour of an asset catalogue.
  static let colorSet = ImportFormat(
    word: "colorset", name: "a colour set (Contents.json of an asset catalogue)",
    recognizes: { input in
      guard input.container == .json, let json = try? input.json.get() else { return false }
      return ColorSet.recognizes(json)
    },
    read: { (input, options) throws(ImportError) in
      let set = try ColorSet(try input.json.get(), options)
      var entries = EntryCollector(format: "colour set")
      entries.take(set, namespace: options.namespace, key: options.key ?? "color")
      return entries.result
    })
}

extension EntryCollector {
  /// Takes the colour of a set and tells what of it is left out.
  ///
  /// - Parameter path: the folder of the set, where it is one of many.
  mutating func take(_ set: ColorSet, namespace: String, key: String, path: String? = nil) {
    if let color = set.color {
      take(
        namespace: namespace, key: key, color, note: set.note, isConverted: set.isConverted,
        path: path)
    }
    for entry in set.leftOut {
      leaveOut(path.map { "\($0): \(entry.path)" } ?? entry.path, entry.reason)
    }
    if set.color == nil, set.leftOut.isEmpty { leaveOut(path ?? "colors", "unset") }
  }
}
