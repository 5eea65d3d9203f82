import Preferences
public import Testing

/// Gives each test a store of its own: `@Suite(.ownPreferences)` or `@Test(.ownPreferences)`.
///
/// During the test ``Preferences/PreferenceStore/current`` is an empty store in memory, so tests run
/// side by side without seeing each other or the user's file.
public struct OwnPreferences: SuiteTrait, TestTrait, TestScoping {
  /// Every test of a suite gets its own store, not the suite one for all.
  public var isRecursive: Bool { true }

  /// Runs a test with a new store in memory as the current one.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await PreferenceStore.using(.inMemory(), function)
  }
}

extension Trait where Self == OwnPreferences {
  /// A store of its own for each test.
  public static var ownPreferences: OwnPreferences { OwnPreferences() }
}
