/// Where a store lives.
package enum StoreLocation: Hashable, Sendable {
  /// A file; `createsFolders` for places that are ours to make, such as `~/.config/NAME`.
  case file(path: String, createsFolders: Bool)
  /// A database in memory that the connections of one store share.
  case memory(name: String)

  /// The path, as the caller gave it, or `:memory:`.
  var path: String {
    switch self {
    case .file(let path, _): path
    case .memory: ":memory:"
    }
  }

  var isMemory: Bool {
    if case .memory = self { true } else { false }
  }

  /// The file of an app's standard store: `NAME/preferences.db` in the user's configuration folder.
  ///
  /// Linux: `$XDG_CONFIG_HOME`, else `~/.config` (XDG Base Directory Specification; a relative value
  /// is ignored, as it asks). Apple systems: `~/Library/Application Support`, inside the app's
  /// container where there is one.
  package static func standardPath(of app: String) -> String {
    #if canImport(Darwin)
      let folder = (SystemCalls.home ?? "/nonexistent") + "/Library/Application Support"
    #else
      let configured = SystemCalls.environment("XDG_CONFIG_HOME").flatMap {
        $0.hasPrefix("/") ? $0 : nil
      }
      let folder = configured ?? (SystemCalls.home ?? "/nonexistent") + "/.config"
    #endif
    return "\(folder)/\(app)/preferences.db"
  }

  /// The name of this program: the last part of its path.
  static var processName: String {
    let path = CommandLine.arguments.first ?? ""
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.isEmpty ? "unnamed" : name
  }
}
