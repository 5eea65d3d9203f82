import Preferences
import PreferencesSync

#if PREFERENCES_POSTGRES
  import PreferencesPostgres
#endif

/// The server that a store is signed in to.
enum SyncTarget {
  /// An engine for the account of a store.
  ///
  /// - Throws: `notSignedIn`; a ``Failure`` where this program was built without libpq.
  static func engine(of store: PreferenceStore) throws -> (engine: any SyncEngine, account: String)
  {
    guard let account = try SyncSetup(store).account else { throw SyncError.notSignedIn }
    return (try engine(server: account.server, account: account.account), account.account)
  }

  #if PREFERENCES_POSTGRES
    static func engine(server: String, account: String) throws -> any SyncEngine {
      let role = try PostgresEngine.role(of: server)
      return try PostgresEngine(server, account: role == account ? nil : account)
    }
  #else
    static func engine(server: String, account: String) throws -> any SyncEngine {
      throw unavailable
    }
  #endif

  /// For builds without libpq.
  static let unavailable = Failure(
    .noInput, "this prefs was built without libpq, which talks to PostgreSQL")
}

extension Blocking {
  /// The same for work that may fail.
  static func run<Value: Sendable>(
    throwing body: @escaping @Sendable () async throws(SyncError) -> Value
  ) throws(SyncError) -> Value {
    try run { () async -> Result<Value, SyncError> in
      do throws(SyncError) { return .success(try await body()) } catch { return .failure(error) }
    }.get()
  }
}
