internal import SQLiteCore
internal import SchemaMigrations

/// An app's own changes to its stored preferences, from one version of the app to the next.
///
/// Each runs once per file, in order and in one transaction, before the store is handed out; all of
/// those that a file has not seen are made, or none. They rename keys, change types, split and merge
/// values. A new file counts as having seen them all only after they have run on it, too.
///
/// ```swift
/// var options = StoreOptions()
/// options.migrations = PreferenceMigrations("com.example.notes", [
///   .swift("rename_colour") { try $0.rename("Settings.colour", to: "Settings.accent") },
///   .sql("drop_beta", "DELETE FROM preference WHERE namespace = 'Beta'"),
/// ])
/// ```
///
/// Never remove, reorder or edit one that was shipped: the file remembers them by position and
/// checksum, and refuses a changed history by name.
public struct PreferenceMigrations: Sendable {
  /// One step.
  public struct Step: Sendable {
    let name: String
    let action: Action

    enum Action: Sendable {
      case sql(String)
      case swift(@Sendable (inout PreferenceTransaction) throws -> Void)
    }

    /// Statements that change rows of `preference`; the tables themselves are not an app's to change.
    ///
    /// - Parameter name: lower-case letters, digits and `_`.
    public static func sql(_ name: String, _ text: String) -> Step {
      Step(name: name, action: .sql(text))
    }

    /// Code that changes preferences through a transaction.
    ///
    /// - Parameter name: lower-case letters, digits and `_`; it stands for the code in the file.
    public static func swift(
      _ name: String, _ change: @escaping @Sendable (inout PreferenceTransaction) throws -> Void
    ) -> Step {
      Step(name: name, action: .swift(change))
    }
  }

  /// Whose migrations these are, such as `com.example.notes`; one file may serve several apps.
  public let component: String
  /// The steps, first to last.
  public let steps: [Step]

  /// A list of steps that belongs to one app.
  public init(_ component: String, _ steps: [Step]) {
    self.component = component
    self.steps = steps
  }
}
