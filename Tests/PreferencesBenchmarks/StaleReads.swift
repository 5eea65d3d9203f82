import Preferences
import TestSupport

/// C1: whether a cached read ever gives less than what was acknowledged before it began.
enum StaleReads {
  /// - Returns: the number of stale reads.
  static func run(_ sample: Sample) throws -> Int {
    var stale = 0
    for durability in ["normal", "full"] {
      let shared = sample.path + "/shared-\(durability)"
      let stress = try StaleReadStress(sharedFile: shared)
      let path = try sample.store(keys: 100)
      let store = try PreferenceStore(path: path)
      let helper = try HelperProcess(["store-raise", path, shared, "60", durability])
      _ = try helper.line()
      var reads = 0
      let outcome = try stress.read(from: store, writingEach: 1_000_000) {
        reads += 1000
        return reads < 100_000_000 || stress.commits < 100_000
      }
      try helper.send()
      let commits = try helper.line()
      print(
        "C1 \(durability): \(outcome.stale) stale of \(outcome.reads) reads, \(commits) foreign commits, "
          + "\(outcome.ownCommits) own ones")
      stale += outcome.stale
    }
    return stale
  }
}
