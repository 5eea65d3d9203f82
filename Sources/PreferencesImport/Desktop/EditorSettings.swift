import Preferences

/// A settings.json of VS Code.
///
/// A key at the top is one key, whatever dots and brackets it has: `editor.fontSize`, `[python]`.
/// The colours below `workbench.colorCustomizations` are keys of a namespace of that name below the
/// caller's, so that each is a preference by itself: with `--into Code` the written name is
/// `Code.workbench.colorCustomizations."terminal.background"`. Those of one theme, `[Theme]`, are in
/// a namespace below. Other objects become JSON.
struct EditorSettings {
  var object: JSONObject
  var options: ImportOptions

  private static let colors = "workbench.colorCustomizations"

  /// Whether a key is one of the editor's own, and most are sections with a dot or languages.
  static func areEditorSettings(_ object: JSONObject) -> Bool {
    let sections = [
      "editor.", "workbench.", "files.", "window.", "terminal.integrated.", "explorer.", "search.",
      "extensions.", "debug.", "git.",
    ]
    let isOwn = { (name: String) in sections.contains { name.hasPrefix($0) } }
    let isKey = { (name: String) in
      name.utf8.dropFirst().contains(UInt8(ascii: ".")) || name.hasPrefix("[")
    }
    return object.members.contains { isOwn($0.name) }
      && object.members.count { isKey($0.name) } * 2 > object.count
  }

  func entries() -> ImportResult {
    var collector = EntryCollector(format: "VS Code settings")
    for (name, value) in object.members {
      if name == Self.colors, case .object(let colors) = value {
        take(colors, namespace: "\(options.namespace).\(name)", depth: 0, into: &collector)
      } else {
        collector.take(
          namespace: options.namespace, key: name, JSONDomain.value(of: value), path: name)
      }
    }
    return collector.result
  }

  private func take(
    _ colors: JSONObject, namespace: String, depth: Int, into collector: inout EntryCollector
  ) {
    for (name, value) in colors.members {
      if case .object(let inner) = value, depth == 0, name.hasPrefix("[") {
        take(inner, namespace: "\(namespace).\(name)", depth: 1, into: &collector)
      } else if let text = value.string, let color = DesktopColor(text, isNamed: true, options) {
        collector.take(
          namespace: namespace, key: name, AdaptiveColor(color.color), note: color.note,
          isConverted: color.isConverted, path: "\(Self.colors)/\(name)")
      } else {
        collector.take(
          namespace: namespace, key: name, JSONDomain.value(of: value),
          path: "\(Self.colors)/\(name)")
      }
    }
  }
}
