package import SQLiteCore

extension MigrationError: CustomStringConvertible {
  /// One sentence that names file, place, what was expected and what was found.
  package var description: String {
    switch self {
    case .invalidComponent(let name):
      "'\(name)' is not a component's name: 1 to 255 bytes without blanks and control characters"
    case .invalidFile(let file, let line, let reason):
      "\(file)\(line.map { ":\($0)" } ?? ""): \(reason)"
    case .duplicateVersion(let version, let files):
      "version \(version) is there twice: \(files.joined(separator: ", "))"
    case .missingVersion(let version, let next):
      "version \(version) is missing: the numbers go 1, 2, 3 without a gap, and \(next) is next"
    case .unknownTarget(let target, let latest):
      "there is no version \(target): the migrations go from 1 to \(latest)"
    case .wrongDirection(let direction, let current, let target):
      "cannot go \(direction.rawValue) to version \(target): the file is at version \(current)"
    case .irreversible(let file):
      "there is no \(file), so its version cannot be taken back"
    case .inUse(let path, let component, let others):
      "\(path): \(component) cannot be taken back to nothing, since the file also holds "
        + others.joined(separator: ", ")
    case .transactionOpen(let path):
      "\(path): a transaction is open; migrations run in one of their own"
    case .notPrepared(let path, let reason):
      "\(path): nothing was changed: \(reason)"
    case .refusedStatement(let file, let position, let reason):
      "\(place(file, position)): \(reason)"
    case .sql(let file, let error):
      "\(place(file, error.position)): \(error.message)"
    case .code(let file, let message):
      "\(file): \(message)"
    case .foreignKeys(let path, let rows):
      "\(path): after the migrations rows would refer to nothing: "
        + rows.joined(separator: "; ")
    case .busy(let path, let milliseconds):
      "\(path): still locked by another process after \(milliseconds) ms"
    case .sqlite(let error): error.description
    case .notADatabase, .foreignDatabase, .ledgerMissing, .headerMismatch, .baseMissing,
      .newerDatabase, .checksumChanged, .outOfOrder, .drift, .alreadyRecorded:
      descriptionOfState
    }
  }

  private var descriptionOfState: String {
    switch self {
    case .notADatabase(let path):
      "\(path): not a SQLite database"
    case .foreignDatabase(let path, let found, let expected, let objects):
      "\(path): a database of another program: application_id is \(name(found)), expected "
        + "\(name(expected))" + list(objects, before: "; it has ")
    case .ledgerMissing(let path, let component, let objects):
      "\(path): no migration of \(component) is recorded, but its tables are there"
        + list(objects, before: " (", after: ")")
        + "; 'baseline' records them when they are as the migrations make them"
    case .headerMismatch(let path, let field, let found, let expected):
      "\(path): \(field) is \(found), but the ledger calls for \(expected); "
        + "'baseline' sets it right when the schema is as the migrations make it"
    case .baseMissing(let path, let component, let base):
      "\(path): \(component) needs the migrations of \(base) first"
    case .newerDatabase(let path, let component, let found, let supported, let compatible):
      "\(path): \(component) is at version \(found), which asks for a program that knows version "
        + "\(compatible); this one knows up to \(supported)"
    case .checksumChanged(let file, let recordedName, let recorded, let found):
      "\(file): changed since it was applied as '\(recordedName)': recorded checksum "
        + "\(recorded.prefix(12)), found \(found.prefix(12)); "
        + "restore the file and make the change a new migration"
    case .outOfOrder(let file, let applied):
      "\(file) is not applied although version \(applied) is; migrations run in order"
    case .drift(let path, let version, let differences):
      "\(path): the schema is not the one of version \(version): "
        + differences.map(\.description).joined(separator: "; ")
    case .alreadyRecorded(let path, let component, let version):
      "\(path): \(component) is recorded at version \(version) already"
    default: ""
    }
  }

  private func place(_ file: String, _ position: ScriptPosition?) -> String {
    position.map { "\(file):\($0.line):\($0.column)" } ?? file
  }

  private func list(_ names: [String], before: String, after: String = "") -> String {
    names.isEmpty
      ? ""
      : before + names.prefix(5).joined(separator: ", ") + (names.count > 5 ? ", …" : "") + after
  }

  /// A number as SQLite shows it, with its four letters where it has them.
  private func name(_ applicationID: Int32) -> String {
    let letters = stride(from: 24, through: 0, by: -8).map {
      UInt8(truncatingIfNeeded: applicationID >> $0)
    }
    return letters.allSatisfy { (0x21...0x7E).contains($0) }
      ? "\(applicationID) ('\(String(decoding: letters, as: UTF8.self))')" : "\(applicationID)"
  }
}

extension MigrationError {
  /// An error of SQLite outside of a migration's text, under its own name where it has one.
  ///
  /// - Parameter timeout: milliseconds that the connection waits for locks.
  package init(_ error: SQLiteError, timeout: Int32) {
    switch error.code {
    case .busy: self = .busy(path: error.path, milliseconds: timeout)
    case .notADatabase: self = .notADatabase(path: error.path)
    default: self = .sqlite(error)
    }
  }
}
