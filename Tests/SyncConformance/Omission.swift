/// A rule that is left out on purpose, to see the suite fail. On the server's side it is left out by what
/// stands between device and engine, on the device by SQL in its file: the code has no switches.
package enum Omission: String, CaseIterable, Sendable {
  /// The server's item below the edits that are not sent.
  case shadow
  /// The hash in the cursor.
  case chain
  /// Going back to the number that the server knows.
  case goingBack
  /// Bringing back what the server has lost of others.
  case bringingBack
  /// Learning anew what became of the edits that the server had lost, also where its log looks the same.
  case learningAnew
  /// Telling when an edit was made, not how old it is.
  case times
  /// One time an edit, however often it is sent.
  case oneTime
  /// Telling which version was seen.
  case baseVersions
  /// Remembering removed items.
  case tombstones
  /// Keeping edits after they were accepted.
  case keepingEdits
  /// Keeping edits that have lost.
  case superseded
  /// Sending nothing that no rule names.
  case exclusion
  /// Refusing edits before which one is missing.
  case gaps
  /// A new identity for a file that is a copy, or was put back from a backup.
  case identity

  /// What is done to the tables of a device.
  var sql: String? {
    switch self {
    case .learningAnew:
      """
      CREATE TRIGGER omission AFTER UPDATE ON sync_account WHEN new.revision = -1 BEGIN
        UPDATE sync_account SET revision = old.revision, chain = old.chain;
      END
      """
    case .oneTime:
      """
      CREATE TRIGGER omission AFTER UPDATE OF claimed ON sync_edit BEGIN
        UPDATE sync_edit SET claimed = NULL WHERE device = new.device AND number = new.number;
      END;
      CREATE TRIGGER omission_of_new AFTER INSERT ON sync_edit BEGIN
        UPDATE sync_edit SET claimed = NULL WHERE device = new.device AND number = new.number;
      END
      """
    case .keepingEdits: Self.forgetting("accepted")
    case .superseded: Self.forgetting("superseded")
    default: nil
    }
  }

  private static func forgetting(_ state: String) -> String {
    """
    CREATE TRIGGER omission AFTER UPDATE ON sync_edit WHEN new.state = '\(state)' BEGIN
      DELETE FROM sync_edit WHERE device = new.device AND number = new.number;
    END
    """
  }

  /// Seeds that find it out, for those that few do.
  var seeds: [UInt64] {
    switch self {
    case .times: [50_108, 914_059]
    case .learningAnew: [93]
    case .oneTime: [31_337_356]
    case .baseVersions: [68]
    default: []
    }
  }

  /// What makes it likely to be found out.
  var plan: SyncWorld.Plan {
    var plan = SyncWorld.Plan()
    plan.omission = self
    switch self {
    case .times, .learningAnew, .exclusion, .superseded, .keepingEdits, .gaps: break
    case .oneTime, .baseVersions: plan.clockFaults = 15
    case .identity: plan.copyFiles()
    default:
      // The rarer ones show after a server that was put back often, with many keys.
      plan.restores = 8
      plan.keys = 20
      plan.isTargeted = true
    }
    return plan
  }
}
