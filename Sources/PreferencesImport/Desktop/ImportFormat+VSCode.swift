import Preferences

extension ImportFormat {
  /// The settings of VS Code and of the editors that are made of it.
  static let vscode = ImportFormat(
    word: "vscode", name: "settings of VS Code",
    recognizes: { input in
      guard input.container == .json, let object = try? input.json.get().object else {
        return false
      }
      return EditorSettings.areEditorSettings(object)
    },
    read: { (input, options) throws(ImportError) in
      let json = try input.json.get()
      guard options.key == nil, let object = json.object else {
        return try JSONDomain(json: json).entries(namespace: options.namespace, key: options.key)
      }
      return EditorSettings(object: object, options: options).entries()
    })
}
