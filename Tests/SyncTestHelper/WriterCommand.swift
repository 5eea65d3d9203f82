#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync
  import SyncConformance

  /// `writer SERVER STORE NAME RECORD`: a device that edits keys that others edit as well, and syncs
  /// meanwhile, until it is sent a line. To that and to each further line it completes a round, and says
  /// how many edits it has made. What the server says to it is written to the file RECORD.
  func writer(_ words: [String]) async throws {
    guard words.count == 4 else { exit(64) }
    let store = try PreferenceStore(path: words[1])
    let name = words[2]
    try SyncSetup(store).signIn(account: "postgres", deviceName: name)
    try SyncSetup(store).include("Settings.*")
    let engine = RecordedEngine(try PostgresEngine(words[0]), record: words[3])
    let sync = PreferenceSync(store, engine: engine, account: "postgres")
    // What is edited before the first meeting of device and server is compared, not counted.
    try await sync.syncNow()
    try sync.start()
    let isAsked = Guarded(false)
    Thread.detachNewThread {
      _ = readLine()
      isAsked.value = true
    }
    var made = 0
    while !isAsked.value {
      made += 1
      let key = PreferenceStore.Key("key\(Int.random(in: 0..<50))", in: "Settings", default: "")
      try store.set("\(name) \(made)", for: key)
      try await Task.sleep(for: .milliseconds(20))
    }
    repeat {
      while (try? await sync.syncNow()) == nil { try await Task.sleep(for: .seconds(1)) }
      // Not `print`, which would keep it back.
      FileHandle.standardOutput.write(Data("\(made)\n".utf8))
    } while readLine() != nil
  }
#endif
