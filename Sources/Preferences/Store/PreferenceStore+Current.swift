internal import SQLiteCore

extension PreferenceStore {
  /// The store of this app, opened at first use: `NAME/preferences.db` in the user's configuration
  /// folder, NAME being the program's. Trouble with the file is a state, not a trap: reads give
  /// defaults, throwing calls throw, ``diagnostics`` tells.
  public static let standard: PreferenceStore = {
    let path = StoreLocation.standardPath(of: StoreLocation.processName)
    return PreferenceStore(
      location: .file(path: path, createsFolders: true), options: StoreOptions())
  }()

  /// The store that wrappers without one of their own use: this task's override (``using(_:_:)``),
  /// else the process's choice (``makeCurrent()``), else `standard`.
  public static var current: PreferenceStore {
    override ?? chosen.withLock { $0 } ?? standard
  }

  /// Makes this the store of all wrappers without one of their own, in the whole process from now on.
  ///
  /// For the start of a program that opens its store itself, with a path, options or migrations.
  public func makeCurrent() { Self.chosen.withLock { $0 = self } }

  private static let chosen = Lock<PreferenceStore?>(nil)

  /// Runs `body` with `store` as the current one, in this task and those that it starts.
  public static func using<Result>(
    _ store: PreferenceStore, _ body: () throws -> Result
  ) rethrows -> Result {
    try $override.withValue(store, operation: body)
  }

  /// Runs `body` with `store` as the current one, in this task and those that it starts.
  public static func using<Result>(
    _ store: PreferenceStore, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await $override.withValue(store, operation: body, isolation: isolation)
  }

  @TaskLocal private static var override: PreferenceStore?
}
