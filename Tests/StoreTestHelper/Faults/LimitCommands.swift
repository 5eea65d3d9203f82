import FaultVFS
import Foundation
import Preferences

/// `limit-files FILE`: uses the store with fewer and fewer descriptors to spare. Says `broken …` for
/// what must not be, and `done FAILED WORKED`.
func limitFiles(_ arguments: [String]) throws {
  let path = try arguments.argument(0, "FILE")
  let key = PreferenceStore.Key("number", in: "Limits", default: -1)
  let old = try PreferenceStore(path: path)
  try old.set(0, for: key)
  var number = 0
  var (failed, worked) = (0, 0)
  var limit = rlimit()
  getrlimit(limitOfFiles, &limit)
  let usual = limit.rlim_cur
  let used = FileFacts.descriptors - 1
  for spare in (0...12).reversed() {
    limit.rlim_cur = rlim_t(used + spare)
    setrlimit(limitOfFiles, &limit)
    for attempt in 0..<3 {
      do {
        // A store that is open, one that is opened now, and a copy.
        switch attempt {
        case 0: try old.set(number + 1, for: key)
        case 1: try PreferenceStore(path: path).set(number + 1, for: key)
        default: try old.backup(to: path + ".copy", overwriting: true)
        }
        if attempt < 2 { number += 1 }
        worked += 1
      } catch PreferenceError.unavailable { failed += 1 } catch { say("broken \(error)") }
      for store in [old, try? PreferenceStore(path: path)] {
        guard let store, let found = try? store.get(key) else { continue }
        if found != number { say("broken read \(found), wrote \(number)") }
      }
    }
  }
  limit.rlim_cur = usual
  setrlimit(limitOfFiles, &limit)
  try old.set(number + 1, for: key)
  try PreferenceStore(path: path).set(number + 2, for: key)
  if old[key] != number + 2 { say("broken afterwards") }
  say("done \(failed) \(worked)")
}

/// `limit-memory FILE MEGABYTES`: sets longer and longer texts with so much memory to spare, saying
/// each length that was acknowledged, until it fails or ends.
func limitMemory(_ arguments: [String]) throws {
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"))
  let key = PreferenceStore.Key("text", in: "Limits", default: "")
  try store.set("short", for: key)
  let status = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
  let pages = status.split(separator: " ").first.flatMap { rlim_t($0) } ?? 0
  let spare = (rlim_t(try arguments.argument(1, "MEGABYTES")) ?? 8) << 20
  var limit = rlimit()
  getrlimit(limitOfMemory, &limit)
  limit.rlim_cur = pages * rlim_t(getpagesize()) + spare
  setrlimit(limitOfMemory, &limit)
  for power in 10..<31 {
    try store.set(String(repeating: "x", count: 1 << power), for: key)
    say("\(1 << power)")
  }
}

#if canImport(Glibc)
  private let limitOfFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  private let limitOfMemory = __rlimit_resource_t(RLIMIT_AS.rawValue)
#else
  private let limitOfFiles = RLIMIT_NOFILE
  private let limitOfMemory = RLIMIT_AS
#endif

/// `clock FILE`: changes a key while the clock goes back a day at a time; says its history, oldest
/// first, whether its times ever went back, and what three undos bring.
func clock(_ arguments: [String]) throws {
  guard fault_install() == 0 else { throw UsageError(message: "no failing VFS") }
  let store = try PreferenceStore(path: try arguments.argument(0, "FILE"))
  let key = PreferenceStore.Key("number", in: "Clock", default: 0)
  let name = try PreferenceName("Clock.number")
  var times: [Int64] = []
  for day in 0..<5 {
    fault_shift_clock(-86_400_000 * Int64(day))
    try store.set(day + 1, for: key)
    times.append(try store.row(of: name)?.updatedAt ?? 0)
  }
  let history = try store.history(of: name).prefix(100).reversed()
  let changedAt = history.map(\.changedAt)
  say(history.map { "\($0.after?.storage as Any)".filter(\.isNumber) }.joined(separator: " "))
  say(times == times.sorted() ? "forward" : "back")
  // The log says when the clock was what it was.
  say("\((changedAt[0] - changedAt[4] + 43_200_000) / 86_400_000) days")
  var undone: [String] = []
  for _ in 0..<3 {
    try store.undo()
    undone.append("\(try store.get(key))")
  }
  say(undone.joined(separator: " "))
  say("\(try store.examine().filter { $0.severity == .trouble }.count) troubles")
}
