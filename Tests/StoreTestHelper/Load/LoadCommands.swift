import Foundation
import Preferences
import Synchronization

/// `load FILE NAME THREADS SECONDS store|bare`: says `ready`, waits, works, and says `error …` for each
/// thread that could not, and `done READS WRITES COUNTS FAILED INCONSISTENT P99 MOST RSS-EARLY RSS-END`,
/// times in microseconds, memory in KiB. Then it waits, and says `watched CHANGES GAPS LAST` of the number that all share.
func load(_ arguments: [String]) throws {
  let path = try arguments.argument(0, "FILE")
  let name = try arguments.argument(1, "NAME")
  let threads = Int(try arguments.argument(2, "THREADS")) ?? 1
  let seconds = Double(try arguments.argument(3, "SECONDS")) ?? 1
  let isBare = try arguments.argument(4, "store|bare") == "bare"
  let store = isBare ? nil : try PreferenceStore(path: path)
  let watched = Mutex(Watched())
  if let store {
    let changes = store.changes(of: StoreLoad.shared)
    Task.detached {
      for try await change in changes {
        watched.withLock { $0.note(change.old, change.new) }
      }
    }
  }
  say("ready")
  waitForTest()
  let sum = Mutex(LoadTally())
  let early = Mutex(0)
  let group = DispatchGroup()
  for thread in 0..<threads {
    group.enter()
    Thread.detachNewThread {
      defer { group.leave() }
      var tally = LoadTally()
      let own = "\(name)-\(thread)"
      let seed = UInt64(truncatingIfNeeded: own.hashValue)
      do {
        if let store {
          try tally.run(StoreLoad(store: store, name: own), seconds: seconds, seed: seed)
        } else {
          try tally.run(try BareLoad(path: path, name: own), seconds: seconds, seed: seed)
        }
      } catch { say("error \(error)") }
      let done = tally
      sum.withLock { $0 += done }
    }
  }
  Thread.sleep(forTimeInterval: seconds / 3)
  early.withLock { $0 = residentKiB }
  group.wait()
  let line = sum.withLock { $0.line }
  say("done \(line) \(early.withLock { $0 }) \(residentKiB)")
  waitForTest()
  guard let store else { return }
  let last = try store.get(StoreLoad.shared)
  for _ in 0..<1000 where watched.withLock({ $0.last }) < last { usleep(10_000) }
  say(watched.withLock { "watched \($0.changes) \($0.gaps) \($0.last)" })
}

private struct Watched {
  var changes = 0
  var gaps = 0
  var last = 0

  mutating func note(_ before: Int, _ after: Int) {
    // The first one may be any.
    if changes > 0, before != last { gaps += 1 }
    changes += 1
    last = after
  }
}

/// The memory of this process, from `/proc`.
private var residentKiB: Int {
  let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = text?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
  return pages * Int(getpagesize()) / 1024
}
