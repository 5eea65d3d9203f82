import Preferences
import PreferencesSchema
import SQLiteCore
import SchemaMigrations

/// Scenarios about the file itself.
extension FaultScenario {
  /// A file of the first version, brought up to date by being opened.
  static let migration = FaultScenario(
    name: "migration",
    prepare: { path, options in
      let connection = try Connection(path: path, access: .create)
      _ = try connection.changeJournalMode(writeAheadLog: options.journal == .writeAheadLog)
      _ = try Migrator(
        try PreferencesSchema.migrations(), applicationID: PreferencesSchema.applicationID,
        tool: "helper"
      ).migrate(connection, to: 1)
      for _ in 0..<3 {
        try connection.run(
          "INSERT INTO preference (namespace, key, type, value) SELECT 'Old', 'key' || count(*), 'int', 1 FROM preference"
        )
      }
      return nil
    },
    steps: [.run { try $0.set(1, for: key("new")) }])

  /// An app's own migrations, in SQL and in Swift.
  static let appMigration = FaultScenario(
    name: "app-migration",
    configure: { options in
      options.migrations = PreferenceMigrations(
        "com.example.faults",
        [
          .swift("rename") { try $0.rename("Faults.key1", to: "Faults.renamed") },
          .sql("drop", "DELETE FROM preference WHERE namespace = 'Texts'"),
        ])
    },
    prepare: { path, options in
      var options = options
      options.migrations = nil
      try fill(try PreferenceStore(path: path, options: options))
      return nil
    },
    // Without a change: opening does it.
    steps: [.run { _ in }, .run { try $0.set(1, for: key("new")) }])

  /// A log at whose length the next commit copies it into the file; then the log starts anew.
  static let checkpoint = FaultScenario(
    name: "checkpoint",
    prepare: { path, options in
      var options = options
      options.durability = .normal
      let store = try PreferenceStore(path: path, options: options)
      try fill(store)
      // Less than 1,000 frames, or it would be copied here.
      for number in 0..<1000 {
        guard FileFacts.size(of: path + "-wal") < 995 * (4096 + 24) else { break }
        try store.set("\(number)", for: text("text\(number % 10)"))
      }
      return store
    }, isWarm: true,
    steps: (0..<5).map { number in .run { try $0.set(1000 + number, for: key("key\(number)")) } })

  /// Copies under one name, the second in the place of the first.
  static let backup = FaultScenario(
    name: "backup", isWarm: true,
    steps: [
      .run { try $0.set(1, for: key("key1")) }, .run { try back(up: $0) },
      .run { try $0.set(2, for: key("key1")) }, .run { try back(up: $0) },
    ],
    check: { path, done, states in
      let copy = path + ".copy"
      guard FileFacts.exists(copy) else {
        guard done < 2 else { throw FaultMatrix.Broken("the backup is missing") }
        return
      }
      let found = try FaultMatrix.rows(of: try PreferenceStore(path: copy))
      let allowed = done >= 4 ? [states[3]] : [states[1], states[3]]
      guard allowed.contains(found) else {
        throw FaultMatrix.Broken("backup: \(FaultMatrix.difference(found, states[3]))")
      }
      try FaultMatrix.examine(copy)
    })

  private static func back(up store: PreferenceStore) throws {
    try store.backup(to: store.path + ".copy", overwriting: true)
  }

  /// A secret that is to leave no trace: a deletion, the file written anew, an empty log.
  static let erase = FaultScenario(
    name: "erase", isWarm: true,
    steps: [
      .run { try $0.set("secret", for: text("secret")) }, .run { try $0.erase(text("secret")) },
      .run { try $0.set(1, for: key("key1")) },
    ])

  /// Old versions are let go, as part of a write whose number is due for it, and all at once.
  static let prune = FaultScenario(
    name: "prune",
    configure: { $0.retention = HistoryRetention(count: 1024 - 32, age: nil) },
    prepare: { path, options in
      let store = try PreferenceStore(path: path, options: options)
      try fill(store)
      try store.set(100, for: key("key4"))
      try store.close()
      // As if a thousand changes had come between; the first 32 end with a key that was removed.
      let connection = try Connection(path: path, access: .readWrite)
      try connection.run(
        "UPDATE preference_change SET sequence = 1021, change_set = 1021 WHERE sequence = 34")
      try connection.run(
        "UPDATE preference SET sequence = 1021 WHERE namespace = 'Faults' AND key = 'key4'")
      return nil
    }, isWarm: true, isPruned: true,
    steps: (0..<4).map { number in .run { try $0.set(number, for: key("key3")) } }
      + [
        .run { _ = try $0.pruneHistory(keeping: HistoryRetention(count: 1, age: nil)) },
        .run { try $0.set(9, for: key("key3")) },
      ],
    check: { path, done, states in
      let store = try PreferenceStore(path: path)
      // The third change has the number 1024.
      let removed = try changes(of: key("key5"), in: store)
      guard removed == (done < 3 ? 2 : 0) else {
        throw FaultMatrix.Broken("\(removed) changes of key5 are kept after \(done) steps")
      }
      guard done == states.count - 1 else { return }
      let kept = try changes(of: key("key3"), in: store)
      guard kept == 3 else { throw FaultMatrix.Broken("\(kept) changes of key3 are kept") }
    })

  private static func changes(
    of key: PreferenceStore.Key<Int>, in store: PreferenceStore
  ) throws -> Int {
    try store.history(of: key).prefix(20).count
  }
}
