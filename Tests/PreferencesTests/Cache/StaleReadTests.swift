import Foundation
import Preferences
import TestSupport
import Testing

@Suite("Cached reads while another process writes")
struct StaleReadTests {
  let folder = try? TemporaryFolder()

  /// In the long form until there were that many reads and foreign commits; in a release build.
  @Test(
    "no read gives less than what was acknowledged before it began",
    arguments: ["normal", "full"])
  func stale(durability: String) throws {
    let folder = try #require(folder)
    let stress = try StaleReadStress(sharedFile: folder.file("shared"))
    var options = StoreOptions()
    if durability == "normal" { options.durability = .normal }
    let store = try PreferenceStore(path: folder.file(), options: options)
    let helper = try HelperProcess(
      ["store-raise", folder.file(), folder.file("shared"), "60", durability])
    #expect(try helper.line() == "ready")
    let end = Date(timeIntervalSinceNow: 1.5)
    var reads = 0
    let outcome = try stress.read(from: store, writingEach: 20_000) {
      reads += 1000
      return isLong
        ? reads < 100_000_000 || stress.commits < 100_000 : Date.now < end
    }
    try helper.send()
    let commits = try #require(Int(try helper.line()))
    #expect(outcome.stale == 0, "\(outcome) against \(commits) commits")
    #expect(outcome.reads > 1000)
    #expect(commits > 10, "the writer was hardly there")
    if isLong { print("\(outcome) against \(commits) commits, \(durability)") }
  }
}
