import Preferences

extension ImportFormat {
  /// A colour theme of iTerm2.
  static let iTermColors = ImportFormat(
    word: "itermcolors", name: "an iTerm2 colour theme",
    recognizes: { input in
      guard let list = try? input.propertyList.get() else { return false }
      return ITermTheme(list) != nil
    },
    read: { (input, options) throws(ImportError) in
      let list = try input.propertyList.get()
      guard options.key == nil, let theme = ITermTheme(list) else {
        return try propertyList.read(input, options)
      }
      var entries = EntryCollector(format: "iTerm2 colour theme")
      theme.take(options, into: &entries)
      return entries.result
    })

  /// A profile of Terminal: a domain with archived colours.
  static let terminal = ImportFormat(
    word: "terminal", name: "a Terminal profile",
    recognizes: { input in
      (try? input.propertyList.get())?["type"]?.string == "Window Settings"
    },
    read: { (input, options) throws(ImportError) in
      var result = try propertyList.read(input, options)
      result.report.format = "Terminal profile, \(result.report.format)"
      return result
    })
}
