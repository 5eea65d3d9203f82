import Preferences
import SQLiteCore

/// What a store holds, and whether it is as it should be.
extension FaultMatrix {
  /// The rows with their versions: no two moments of a store look the same.
  static func rows(of store: PreferenceStore) throws -> [String] {
    try store.rows().map {
      "\($0.name) \($0.sequence) \($0.value.type.rawValue) \($0.value.storage)"
    }
  }

  /// Reads keys as an app does, some from what the store remembers: what it gives must be what is in the
  /// rows, or the default where there is none. Not all where locks are never free: SQLite tries for ten
  /// seconds each time.
  static func checkValues(of store: PreferenceStore, are rows: [String]) throws {
    let start = ContinuousClock.now
    for number in 0..<12 {
      let row = rows.first { $0.hasPrefix("Faults.key\(number) ") }
      let expected = row?.split(separator: "(").last.flatMap { Int($0.dropLast()) } ?? -1
      guard let found = try? store.get(FaultScenario.key("key\(number)")) else {
        if start.duration(to: .now) > .seconds(15) { return }
        continue
      }
      guard found == expected else {
        throw Broken("key\(number) reads \(found), expected \(expected)")
      }
    }
  }

  /// What is found and not expected, and the other way round.
  static func difference(_ found: [String], _ expected: [String]) -> String {
    let (more, less) = (Set(found).subtracting(expected), Set(expected).subtracting(found))
    return "found \(more.sorted().prefix(3)), expected \(less.sorted().prefix(3))"
  }

  /// Structure, values, and the log against the table.
  static func examine(_ path: String, isPruned: Bool = false) throws {
    let file = StoreFile(path: path)
    guard let connection = try file.openForReading(busyTimeout: 5000) else { return }
    // A file that is still empty has nothing to agree with.
    guard try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0 > 0 else { return }
    for finding in try PreferenceStore(path: path).examine() where finding.severity == .trouble {
      throw Broken("\(finding.subject): \(finding.message)")
    }
    let different = try connection.integer(
      """
      WITH replayed AS (
        SELECT namespace, key, type, value, red, green, blue, alpha FROM preference_change AS c
        WHERE type IS NOT NULL AND sequence = (SELECT max(sequence) FROM preference_change
          WHERE namespace = c.namespace AND key = c.key)),
      stored AS (SELECT namespace, key, type, value, red, green, blue, alpha FROM preference)
      SELECT (SELECT count(*) FROM (SELECT * FROM replayed EXCEPT SELECT * FROM stored))
        + (SELECT count(*) FROM (SELECT * FROM stored EXCEPT SELECT * FROM replayed))
      """)
    guard different == 0 else { throw Broken("\(different ?? -1) rows differ from the log") }
    let broken = try connection.integer(
      """
      SELECT count(*) FROM preference_change AS c WHERE previous <> coalesce((SELECT max(sequence)
        FROM preference_change WHERE namespace = c.namespace AND key = c.key
          AND sequence < c.sequence), previous)
      """)
    guard broken == 0 else { throw Broken("\(broken ?? -1) changes do not follow on another") }
    guard !isPruned else { return }
    let loose = try connection.integer(
      """
      SELECT count(*) FROM preference_change AS c WHERE previous > 0 AND NOT EXISTS
        (SELECT 1 FROM preference_change WHERE sequence = c.previous)
      """)
    guard loose == 0 else { throw Broken("\(loose ?? -1) changes follow on one that is gone") }
  }
}
