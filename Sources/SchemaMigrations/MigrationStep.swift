/// A migration in the direction in which it is to run.
package struct MigrationStep: Sendable {
  package enum Direction: String, Hashable, Sendable {
    case up, down
  }

  package var migration: Migration
  package var direction: Direction

  /// The file whose text runs, for messages.
  package var file: String {
    direction == .up ? migration.file : migration.downFile
  }
}

/// What a run has done; with nothing to do it has no steps.
package struct MigrationReport: Hashable, Sendable {
  /// One step that was run.
  package struct Step: Hashable, Sendable {
    package var version: Int
    package var name: String
    package var direction: MigrationStep.Direction
    /// Microseconds.
    package var duration: Int64
  }

  package var component: String
  /// The version before.
  package var from: Int
  /// The version after; in a dry run the one that it would be.
  package var to: Int
  package var steps: [Step]
  /// Whether everything was rolled back at the end, as asked.
  package var isDryRun: Bool
}
