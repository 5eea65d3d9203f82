import Preferences

extension Invocation {
  /// The path of `--store`, else of `--app`, else of `$PREFS_STORE`, else the standard one of
  /// `prefs`.
  ///
  /// - Throws: a ``Failure`` for a line that names no file.
  func storePath() throws(Failure) -> String {
    guard let app = value(of: .app) else {
      let path = value(of: .store) ?? StoreLocation.standardPath(of: "prefs")
      guard !path.isEmpty else { throw mistake("--store: expected a file, found ''") }
      return path
    }
    guard !has(.store) else { throw mistake("--store and --app exclude each other") }
    guard !app.isEmpty, !app.contains("/"), app != ".", app != ".." else {
      throw mistake("--app: expected the name of an app, found '\(app.shown)'")
    }
    return StoreLocation.standardPath(of: app)
  }

  /// The store in that file; the folder of a standard one is created with it.
  ///
  /// With `.readOnly` nothing is created and no schema upgraded, whatever the file is like.
  /// - Throws: a ``Failure`` for a line that names no file; what opening it throws.
  func store(_ access: StoreOptions.Access) throws -> PreferenceStore {
    var options = StoreOptions()
    options.access = access
    options.origin = value(of: .origin) ?? "prefs"
    options.busyTimeout = timeout
    let path = try storePath()
    if let app = standardApp {
      return try PreferenceStore(app: app, options: options)
    }
    return try PreferenceStore(path: path, options: options)
  }

  /// The app whose standard file it is; nil for a path.
  var standardApp: String? { value(of: .app) ?? (value(of: .store) == nil ? "prefs" : nil) }

  /// How long to wait for a lock.
  var timeout: Duration { .seconds(value(of: .timeout).flatMap(RealText.parse) ?? 5) }
}
