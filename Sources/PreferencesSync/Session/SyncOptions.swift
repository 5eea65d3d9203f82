/// How a store syncs.
public struct SyncOptions: Sendable {
  /// The device's name for people, which the history of the others shows; the machine's by default.
  public var deviceName: String?
  /// What to do with preferences that have a value here and on the server, at the first sign-in.
  public var prefer: SyncRule.Preference = .server
  /// How often the server is asked where no hint comes.
  public var pollInterval: Duration = .seconds(30)
  /// Whether to wait for hints of the server.
  public var usesHints = true

  /// The defaults.
  public init() {}
}
