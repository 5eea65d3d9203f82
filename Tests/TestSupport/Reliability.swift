import Foundation
import SQLiteCore

/// What a test has done to the library, and what of it went wrong: a row of `Tests/Reliability.md`.
///
/// Every run prints it; the long form (PREFERENCES_LONG=1) writes it into that table, but under a
/// sanitizer.
package struct Reliability: Sendable {
  /// What was done; the first column, and the row's name.
  package var name: String
  package var faults = 0
  package var operations = 0
  package var crashes = 0
  /// Changes that were acknowledged and then looked for.
  package var acknowledged = 0
  package var inputs = 0
  /// Changes lost, crashes of the library, hangs.
  package var failures = 0
  /// What else there is to tell, such as ratios.
  package var remark = ""
  private let start = ContinuousClock.now

  /// Whether the long forms run.
  package static let isLong = ProcessInfo.processInfo.environment["PREFERENCES_LONG"] != nil

  package init(_ name: String) { self.name = name }

  package static func += (sum: inout Self, other: Self) {
    sum.faults += other.faults
    sum.operations += other.operations
    sum.crashes += other.crashes
    sum.acknowledged += other.acknowledged
    sum.inputs += other.inputs
    sum.failures += other.failures
  }

  /// Prints the row, and keeps it in the long form: not under a sanitizer, which is no measure.
  package func report() {
    print("reliability: \(row)")
    guard Self.isLong, !Sanitizer.isAny else { return }
    Self.table.withLock { path in
      // Another process may test at the same time.
      let descriptor = open(path, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { return }
      defer { close(descriptor) }
      guard flock(descriptor, LOCK_EX) == 0,
        let text = try? String(contentsOfFile: path, encoding: .utf8)
      else { return }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      if let old = lines.firstIndex(where: { $0.hasPrefix("| \(name) |") }) {
        lines[old] = row
      } else if let last = lines.lastIndex(where: { $0.hasPrefix("|") }) {
        lines.insert(row, at: last + 1)
      }
      // In place: the lock is on this file.
      let bytes = Array(lines.joined(separator: "\n").utf8)
      ftruncate(descriptor, 0)
      _ = pwrite(descriptor, bytes, bytes.count, 0)
    }
  }

  private static let table = Lock(
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Reliability.md").path)

  private var row: String {
    func shown(_ number: Int) -> String { number == 0 ? "" : "\(number)" }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    let cells = [
      name, shown(faults), shown(operations), shown(crashes), shown(acknowledged), shown(inputs),
      "\(failures)", "\(seconds)", remark,
    ]
    return "| " + cells.joined(separator: " | ") + " |"
  }
}
