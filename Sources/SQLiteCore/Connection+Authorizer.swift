import CSQLite

/// What a statement is about to do, as SQLite's compiler names it
/// (https://sqlite.org/c3ref/c_alter_table.html).
package struct AuthorizedAction: Hashable, Sendable {
  /// The kinds of action, as far as anybody tells them apart.
  package enum Kind: Hashable, Sendable {
    /// BEGIN, COMMIT, ROLLBACK; `first` says which.
    case transaction
    case savepoint, attach, detach
    /// `first` is the pragma, `second` its argument.
    case pragma
    /// Making, changing or removing a table, index, trigger or view of the file.
    case create, alter, drop
    /// The same in the connection's own temporary database.
    case createTemporary, dropTemporary
    /// INSERT, UPDATE, DELETE; `first` is the table.
    case write
    case other
  }

  package var kind: Kind
  package var first: String?
  /// The table that an index or trigger is on; the table of ALTER TABLE; an argument.
  package var second: String?
}

/// A rule for the statements that are compiled while it is in force.
package final class Authorizer {
  private let rule: (AuthorizedAction) -> String?
  /// Why the last refused statement was refused.
  package private(set) var refusal: String?

  /// - Parameter rule: a reason to refuse, or nil; it must not use the connection.
  package init(_ rule: @escaping (AuthorizedAction) -> String?) { self.rule = rule }

  fileprivate func judge(_ action: AuthorizedAction) -> Int32 {
    guard let reason = rule(action) else { return SQLITE_OK }
    refusal = reason
    return SQLITE_DENY
  }
}

extension Connection {
  /// Runs `body` while `authorizer` judges what is compiled; `sqlite3_set_authorizer`.
  ///
  /// A refused statement fails with `authorization`. Statements of the cache are compiled anew
  /// when they are next stepped, so they are judged as well.
  package func withAuthorizer<Result, Failure: Error>(
    _ authorizer: Authorizer, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    sqlite3_set_authorizer(
      handle,
      { context, code, first, second, _, _ in
        guard let context else { return SQLITE_OK }
        return Unmanaged<Authorizer>.fromOpaque(context).takeUnretainedValue().judge(
          AuthorizedAction(
            kind: .init(code), first: first.map { String(cString: $0) },
            second: second.map { String(cString: $0) }))
      }, Unmanaged.passUnretained(authorizer).toOpaque())
    defer {
      sqlite3_set_authorizer(handle, nil, nil)
      withExtendedLifetime(authorizer) {}
    }
    return try body()
  }
}

extension AuthorizedAction.Kind {
  fileprivate init(_ code: Int32) {
    self =
      switch code {
      case SQLITE_TRANSACTION: .transaction
      case SQLITE_SAVEPOINT: .savepoint
      case SQLITE_ATTACH: .attach
      case SQLITE_DETACH: .detach
      case SQLITE_PRAGMA: .pragma
      case SQLITE_CREATE_TABLE, SQLITE_CREATE_INDEX, SQLITE_CREATE_TRIGGER, SQLITE_CREATE_VIEW,
        SQLITE_CREATE_VTABLE:
        .create
      case SQLITE_ALTER_TABLE: .alter
      case SQLITE_DROP_TABLE, SQLITE_DROP_INDEX, SQLITE_DROP_TRIGGER, SQLITE_DROP_VIEW,
        SQLITE_DROP_VTABLE:
        .drop
      case SQLITE_CREATE_TEMP_TABLE, SQLITE_CREATE_TEMP_INDEX, SQLITE_CREATE_TEMP_TRIGGER,
        SQLITE_CREATE_TEMP_VIEW:
        .createTemporary
      case SQLITE_DROP_TEMP_TABLE, SQLITE_DROP_TEMP_INDEX, SQLITE_DROP_TEMP_TRIGGER,
        SQLITE_DROP_TEMP_VIEW:
        .dropTemporary
      case SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE: .write
      default: .other
      }
  }
}
