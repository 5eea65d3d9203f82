/// What became of the content of a file that was copied row by row.
package struct SalvageReport: Hashable, Sendable {
  /// Preferences that are in the new store.
  package var preferences = 0
  /// Changes of the history that are in it.
  package var changes = 0
  /// Preferences whose row could not be read, and which are as the log has them.
  package var fromLog: [PreferenceName] = []
  /// What could not be copied, one sentence each.
  package var losses: [String] = []

  /// Whether all that the file is known to hold was copied as it stood.
  package var isComplete: Bool { fromLog.isEmpty && losses.isEmpty }
}
