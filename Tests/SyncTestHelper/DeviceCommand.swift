#if PREFERENCES_POSTGRES
  import Foundation
  import Preferences
  import PreferencesPostgres
  import PreferencesSync

  /// `device SERVER STORE NAME`: a device that edits one key after the other and syncs meanwhile, until it
  /// is killed; says the number of each edit once it is on disk.
  func device(_ words: [String]) async throws {
    guard words.count == 3 else { exit(64) }
    let store = try PreferenceStore(path: words[1])
    var options = SyncOptions()
    options.deviceName = words[2]
    if try SyncSetup(store).account == nil {
      try SyncSetup(store).signIn(account: "postgres", deviceName: words[2])
      try SyncSetup(store).include("Settings.*")
    }
    let sync = PreferenceSync(
      store, engine: try PostgresEngine(words[0]), account: "postgres", options: options)
    try sync.start()
    var number = try store.names(in: "Settings").count
    while true {
      number += 1
      try store.set(
        number, for: PreferenceStore.Key<Int>("\(words[2])-\(number)", in: "Settings", default: 0))
      // Not `print`, which would keep it back.
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
      try await Task.sleep(for: .milliseconds(1))
    }
  }
#endif
