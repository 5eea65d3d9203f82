internal import SQLiteCore

extension PreferenceStore {
  /// Runs `body` in one transaction: all of its changes are one change set, or none is made.
  ///
  /// Other writers wait meanwhile, so keep it short. Inside, use the transaction, not the store:
  /// `{ t in t[AppSettings.launches] += 1 }`. Nothing throws in there; a change that cannot be
  /// made fails the whole transaction at its end.
  ///
  /// For many values at once, such as an import, this is the call: ten thousand writes in one
  /// transaction take a fifth of the time of as many calls that do not sync, and a fiftieth of those
  /// that do (`./dev bench`).
  ///
  /// - Parameters:
  ///   - origin: the name of the change set in the history; the store's by default.
  ///   - durability: what it has survived when the call returns; as ``StoreOptions/durability`` by
  ///     default.
  /// - Throws: ``PreferenceError/transactionInProgress`` inside another transaction of this store
  ///   on the same thread; what `body` throws; what a change failed with.
  @discardableResult
  public func transaction<Result>(
    origin: String? = nil, durability: StoreOptions.Durability? = nil,
    _ body: (inout PreferenceTransaction) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    try change(origin: origin, durability: durability, wrap: { $0 }, body)
  }

  /// The same for a body that throws errors of its own kinds; they come out as thrown.
  @discardableResult
  public func transaction<Result>(
    origin: String? = nil, durability: StoreOptions.Durability? = nil,
    _ body: (inout PreferenceTransaction) throws -> Result
  ) throws -> Result {
    try change(origin: origin, durability: durability, wrap: { $0 as any Error }, body)
  }

  /// The same for a body with one type of error: ``PreferenceTransactionError`` tells them apart.
  @discardableResult
  public func transaction<Result, Failure: Error>(
    throwing: Failure.Type, origin: String? = nil, durability: StoreOptions.Durability? = nil,
    _ body: (inout PreferenceTransaction) throws(Failure) -> Result
  ) throws(PreferenceTransactionError<Failure>) -> Result {
    try change(origin: origin, durability: durability, wrap: { .store($0) }) {
      (transaction) throws(PreferenceTransactionError<Failure>) in
      do throws(Failure) { return try body(&transaction) } catch { throw .body(error) }
    }
  }

  func change<Result>(
    origin: String?, _ body: (inout PreferenceTransaction) throws(PreferenceError) -> Result
  ) throws(PreferenceError) -> Result {
    try change(origin: origin, wrap: { $0 }, body)
  }

  func change<Result, Failure: Error>(
    origin: String?, durability: StoreOptions.Durability? = nil, wrap: (PreferenceError) -> Failure,
    _ body: (inout PreferenceTransaction) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let origin = origin ?? self.origin
    func failure(_ error: SQLiteError) -> Failure {
      wrap(.unavailable(StoreFailure(error, path: path)))
    }
    var committed = CommittedChanges()
    var (stateBefore, stateAfter): (FileState?, FileState?) = (nil, nil)
    let result = try withWriter(wrap: wrap) { (writer, connection) throws(Failure) in
      let differs = durability != nil && durability != options.durability
      if differs, let durability {
        do throws(SQLiteError) { try connection.sync(durability.synchronous) } catch {
          throw failure(error)
        }
      }
      defer { if differs { try? connection.sync(options.durability.synchronous) } }
      let result: Result
      do throws(Failure) {
        result = try connection.immediateTransaction(failure: failure) { () throws(Failure) in
          if (durability ?? options.durability) == .full { writer.makeRoomInLog() }
          let changes: ChangeSet
          do throws(SQLiteError) {
            changes = try ChangeSet(on: connection, origin: origin)
          } catch { throw failure(error) }
          var transaction = PreferenceTransaction(
            changes, path: path, diagnostics: diagnosticsLog, registry: registry)
          let result = try body(&transaction)
          do throws(PreferenceError) { try transaction.finish(keeping: options.retention) } catch {
            throw wrap(error)
          }
          committed = transaction.committed
          // Before anybody can see them.
          if let sequences = committed.sequences {
            ownChanges.insert(sequences, of: identity.generation)
          }
          stateBefore = cache.stateBeforeCommit()
          return result
        }
      } catch {
        if let sequences = committed.sequences { ownChanges.remove(sequences) }
        throw error
      }
      stateAfter = adopt(committed, after: stateBefore)
      // The change is on disk by now; a checkpoint that fails is tried again later.
      do throws(StoreFailure) { try writer.checkpointIfDue() } catch {
        diagnosticsLog.report(.unavailable(error))
      }
      return result
    }
    // Outside the lock: observers may read and write.
    if !committed.names.isEmpty { tellOf(committed, stateAfter) }
    return result
  }
}

/// What a transaction with errors of its own has failed with.
public enum PreferenceTransactionError<Body: Error>: Error {
  /// The store refused or could not write.
  case store(PreferenceError)
  /// The body threw.
  case body(Body)
}
