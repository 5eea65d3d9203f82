import CSQLite

extension Connection {
  /// Runs `body` in a write transaction: all of it is committed, or nothing when it throws.
  ///
  /// BEGIN IMMEDIATE takes the write lock at once, waiting up to `busyTimeout`: a read that turns
  /// into a write later would fail without waiting (https://sqlite.org/lang_transaction.html).
  ///
  /// - Parameter failure: how an error of SQLite is to be thrown by the caller.
  package func immediateTransaction<Result, Failure: Error>(
    failure: (SQLiteError) -> Failure, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do {
      try prepareRollBack()
      try run("BEGIN IMMEDIATE")
    } catch { throw failure(error) }
    mustBeInTransaction = true
    defer { mustBeInTransaction = false }
    let result: Result
    do { result = try body() } catch {
      rollBack()
      throw error
    }
    do { try commit() } catch {
      rollBack()
      throw failure(error)
    }
    return result
  }

  /// Runs `body` in a read transaction: one snapshot for all of its reads.
  package func readTransaction<Result>(
    _ body: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try prepareRollBack()
    try run("BEGIN")
    defer { rollBack() }
    return try body()
  }

  /// COMMIT, once more when readers held it up: the transaction is still open then
  /// (https://sqlite.org/lang_transaction.html#implicit_versus_explicit_transactions).
  private func commit() throws(SQLiteError) {
    do { try run("COMMIT") } catch {
      guard case .busy = error.code, isInTransaction else { throw error }
      try run("COMMIT")
    }
  }

  /// Ends the transaction without a trace. FULL, IOERR, NOMEM, BUSY and INTERRUPT may have rolled
  /// back already, so SQLite is asked first; a failing ROLLBACK leaves nothing to be done.
  private func rollBack() {
    guard isInTransaction else { return }
    try? run(Self.rollBack)
  }

  /// Compiles ROLLBACK while there is memory for it: a transaction that cannot be ended would lock
  /// out all other writers.
  private func prepareRollBack() throws(SQLiteError) {
    try withStatement(Self.rollBack) { (_) throws(SQLiteError) in }
  }

  private static let rollBack: StaticString = "ROLLBACK"
}
