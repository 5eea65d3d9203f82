import Foundation
import Preferences
import TestSupport
import Testing

/// What others do to a store's file, its locks and the clock meanwhile.
@Suite("Acts from outside", .enabled(if: HelperProcess.executable != nil))
struct OutsideActTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let key = PreferenceStore.Key("number", in: "Outside", default: 0)

  @Test("a file cut off while it is open: an error or the value, never the default")
  func truncated() throws {
    for journal in [StoreOptions.Journal.writeAheadLog, .rollback] {
      for length in [0, 100, 4096, 3 * 4096] {
        let path = folder.file("\(journal)-\(length).db")
        var options = StoreOptions()
        options.journal = journal
        let store = try PreferenceStore(path: path, options: options)
        let other = try PreferenceStore(path: path, options: options)
        try store.set(1, for: key)
        #expect(other[key] == 1)
        // By its name: no descriptor of ours is closed.
        #expect(truncate(path, off_t(length)) == 0)
        usleep(150_000)
        for reader in [store, other] {
          if let found = try? reader.get(key) {
            #expect(found == 1, "\(journal), \(length) bytes")
          }
        }
        // It may be refused or be the whole truth from now on.
        if (try? store.set(2, for: key)) != nil { #expect((try? store.get(key)) == 2) }
      }
    }
  }

  // helper:  BEGIN IMMEDIATE, stopped --------------- goes on: COMMIT
  // test:                     waits, is told "busy"                   writes
  @Test(
    "a stopped process that has the lock is waited for no longer than the timeout",
    .timeLimit(.minutes(60)))
  func stoppedHolder() throws {
    var options = StoreOptions()
    options.busyTimeout = .milliseconds(200)
    let store = try PreferenceStore(path: folder.file(), options: options)
    try store.set(1, for: key)
    let holder = try HelperProcess(["hold", folder.file()])
    #expect(try holder.line() == "held")
    holder.stop()
    let start = ContinuousClock.now
    let error = #expect(throws: PreferenceError.self) { try store.set(2, for: key) }
    #expect(ContinuousClock.now - start >= .milliseconds(190))
    guard case .unavailable(let reason) = error else { return }
    #expect(reason.kind == .busy)
    #expect(try store.get(key) == 1)
    holder.resume()
    try holder.send()
    #expect(try holder.line() == "done")
    try store.set(3, for: key)
  }

  @Test("a clock that goes back a day at a time changes no order")
  func clock() throws {
    let helper = try HelperProcess(["clock", folder.file()])
    #expect(try helper.line() == "1 2 3 4 5")
    #expect(try helper.line() == "forward")
    #expect(try helper.line() == "4 days")
    #expect(try helper.line() == "4 3 2")
    #expect(try helper.line() == "0 troubles")
    #expect(try helper.finish() == 0)
  }
}
