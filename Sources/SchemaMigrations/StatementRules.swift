import SQLiteCore

/// What the statements of a migration may not do, each with the reason that the author reads.
struct StatementRules: Sendable {
  /// Whether `application_id` and `user_version` are this component's.
  var ownsHeader: Bool
  /// Objects of the component underneath, in lower case.
  var foreignNames: Set<String> = []
  /// Beginnings of names that the component underneath keeps for itself.
  var reservedPrefixes: [String] = []
  /// The component underneath, for messages.
  var base = ""
  /// False for code: what it made would be missing where the schema is built from the files.
  var allowsSchemaChanges = true

  private static let pragmas: Set = [
    "foreign_key_check", "foreign_key_list", "integrity_check", "quick_check", "table_info",
    "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo",
  ]

  /// The reason to refuse, or nil.
  func refusal(_ action: AuthorizedAction) -> String? {
    switch action.kind {
    case .transaction:
      "\(action.first ?? "BEGIN") is the runner's: all pending migrations are one transaction"
    case .savepoint: "a savepoint is not needed: a migration that fails leaves nothing behind"
    case .attach: "ATTACH (or VACUUM, which uses it) cannot be part of a migration's transaction"
    case .detach: "DETACH cannot be part of a migration's transaction"
    case .pragma: refusal(ofPragma: action.first?.lowercased() ?? "")
    case .create, .alter, .drop, .createTemporary, .dropTemporary:
      refusal(ofSchemaChange: action)
    case .write where action.first?.lowercased() == "schema_migration":
      "schema_migration is kept by the runner"
    case .write, .other: nil
    }
  }

  private func refusal(ofPragma name: String) -> String? {
    switch name {
    case "application_id", "user_version":
      ownsHeader ? nil : "\(name) belongs to \(base), which keeps the file's header"
    case _ where Self.pragmas.contains(name): nil
    case "foreign_keys", "defer_foreign_keys":
      "PRAGMA \(name) is not needed: foreign keys are off while migrations run and are checked "
        + "before they are committed"
    default:
      "PRAGMA \(name) sets up a connection and is not part of a schema"
    }
  }

  private func refusal(ofSchemaChange action: AuthorizedAction) -> String? {
    guard allowsSchemaChanges else {
      return "code changes data only; a change of the schema is a migration in SQL"
    }
    // The object's own name, and the table that an index or trigger is on; ALTER TABLE has the
    // database in front.
    for name in [action.first, action.second].compactMap({ $0?.lowercased() }) {
      if name == "schema_migration" { return "schema_migration is kept by the runner" }
      if foreignNames.contains(name) { return "\(name) belongs to \(base)" }
    }
    if action.kind == .create, let name = action.first?.lowercased(),
      let prefix = reservedPrefixes.first(where: name.hasPrefix)
    {
      return "\(name): names that begin with '\(prefix)' are kept for \(base)"
    }
    return nil
  }
}
