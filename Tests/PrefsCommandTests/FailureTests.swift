import Preferences
import Testing

@testable import prefs

@Suite("Exit codes")
struct FailureTests {
  @Test(
    "every kind of store failure has its code",
    arguments: [
      (StoreFailure.Kind.notADatabase, 65), (.foreignDatabase, 65), (.damaged, 65),
      (.newerSchema, 69), (.replaced, 65), (.migrationFailed, 78), (.missingFolder, 73),
      (.noPermission, 77), (.readOnly, 77), (.busy, 75), (.full, 74), (.inputOutput, 74),
      (.forked, 70), (.closed, 70),
    ] as [(StoreFailure.Kind, Int32)])
  func storeFailures(kind: StoreFailure.Kind, code: Int32) {
    let failure = Failure(PreferenceError.unavailable(StoreFailure(kind, path: "f.db", "why")))
    #expect(failure.code.rawValue == code)
    #expect(failure.message == "f.db: why")
  }

  @Test("an error of a value is bad data, one of the program an internal error")
  func otherErrors() throws {
    let name = try PreferenceName("a.b")
    #expect(Failure(PreferenceError.invalidName("x", reason: "r")).code == .badData)
    #expect(
      Failure(PreferenceError.typeMismatch(key: name, expected: .int, found: .text)).code
        == .badData)
    #expect(Failure(PreferenceError.transactionInProgress).code == .internalError)
    struct Other: Error {}
    #expect(Failure(Other()).code == .internalError)
  }

  @Test("the codes and their words are all different and all told")
  func told() throws {
    let page = try ToolRun(["help", "exit-codes"]).output
    for code in ExitCode.allCases { #expect(page.contains("\n  \(code.rawValue) ")) }
    #expect(Set(ExitCode.allCases.map(\.word)).count == ExitCode.allCases.count)
  }
}
