internal import Preferences
internal import SQLiteCore

/// What the server says, taken in.
extension SyncUpdate {
  /// A page of the log: the device's own edits are settled, those of others shown.
  mutating func take(_ page: [SyncChange]) throws(PreferenceError) {
    var own: Set<PreferenceName> = []
    for change in page {
      try note(change.item.version.device, change.deviceName)
      if change.sender.device == account.device, try !isOwn(change) { try becomeNewDevice() }
      let device = account.device
      try changes.sql { (connection) throws(SQLiteError) in
        if change.sender.device == device {
          let winner =
            change.hasWon ? nil : try connection.shadow(of: change.item.name)?.version.device
          try connection.settle(
            change.sender, as: change.hasWon ? "accepted" : "superseded",
            edited: change.item.edited,
            winner: try connection.deviceName(of: winner ?? ""))
        } else {
          try connection.note(change)
        }
        if change.hasWon { try connection.setShadow(change.item) }
      }
      if change.sender.device == device {
        account.sent = max(account.sent, change.sender.number)
        own.insert(change.item.name)
      } else {
        // The next change of the same name may be of another device: each is shown, as it was made.
        try show(change.item.name)
      }
      account.cursor = change.cursor
    }
    for name in own { try show(name) }
  }

  /// Whether a change that was sent under this device's identity is an edit of this file; else a copy of
  /// the file has sent it.
  private func isOwn(_ change: SyncChange) throws(PreferenceError) -> Bool {
    let (device, number) = (account.device, change.sender.number)
    guard number <= account.lastNumber else { return false }
    return try changes.sql { (connection) throws(SQLiteError) in
      guard let hash = try connection.hash(of: change.sender) else { return true }
      let before = SyncVersion(device: device, number: number - 1)
      guard let previous = number == 1 ? "" : try connection.hash(of: before) else { return true }
      return hash
        == SyncHash.edit(
          after: previous, number: number, name: change.item.name, version: change.item.version,
          value: change.item.value)
    }
  }

  /// Notes the name of a device, once in a page.
  private mutating func note(_ device: String, _ name: String) throws(PreferenceError) {
    guard noted[device] != name else { return }
    noted[device] = name
    try changes.sql { (connection) throws(SQLiteError) in
      try connection.note(deviceNames: [device: name])
    }
  }

  /// All there is, after the log could not be followed. Versions that the server knew and does not
  /// have any more were removed; those that it has lost are brought back, as what they were.
  ///
  /// Nothing is taken when the server knows more edits of this device than it said when the device
  /// introduced itself: whether they are of this file is to be found out first, by another greeting.
  mutating func take(_ snapshot: SyncSnapshot) throws(PreferenceError) {
    let device = account.device
    let last = snapshot.lastNumbers[device] ?? 0
    guard last <= account.sent else { return }
    let items = Dictionary(snapshot.items.map { ($0.name, $0) }) { first, _ in first }
    if last < account.sent { try reopen(after: last) }
    account.sent = min(last, account.lastNumber)
    let before = try changes.sql { (connection) throws(SQLiteError) in
      try connection.note(deviceNames: snapshot.deviceNames)
      return try connection.allShadows()
    }
    for lost in before
    where lost.version.number > snapshot.lastNumbers[lost.version.device] ?? 0
      && items[lost.name].map({ lost.isNewer(than: $0) }) ?? true
    {
      let isQueued = try changes.sql { (connection) throws(SQLiteError) in
        try connection.isQueued(lost, by: device)
      }
      guard !isQueued else { continue }
      try queue(
        lost.value, for: lost.name, base: nil, madeAt: moment.wall, version: lost.version,
        edited: lost.edited)
    }
    try changes.sql { (connection) throws(SQLiteError) in
      try connection.run("DELETE FROM sync_shadow")
      for item in snapshot.items { try connection.setShadow(item) }
    }
    try settleAll(upTo: last, by: items)
    account.cursor = snapshot.head
    for name in Set(before.map(\.name)).union(items.keys).sorted() { try show(name) }
  }

  /// The server has these edits; which of them won can be seen from its items alone.
  private func settleAll(
    upTo last: Int64, by items: [PreferenceName: SyncItem]
  ) throws(PreferenceError) {
    let (device, moment, time) = (account.device, moment, serverTime ?? moment.wall)
    try changes.sql { (connection) throws(SQLiteError) in
      for number in try connection.openNumbers(of: device, upTo: last) {
        guard let edit = try connection.queue(of: device, after: number - 1, limit: 1).first else {
          continue
        }
        let item = items[edit.name]
        let hasWon = item?.version == edit.version
        try connection.settle(
          SyncVersion(device: device, number: edit.number),
          as: hasWon ? "accepted" : "superseded",
          edited: hasWon ? item?.edited : edit.edited(at: moment, serverTime: time),
          winner: hasWon ? nil : try connection.deviceName(of: item?.version.device ?? ""))
      }
    }
  }

  /// What a server says that it knows of this device.
  ///
  /// - Returns: false when this file is a copy, or was put back from a backup: it needs an identity of
  ///   its own.
  mutating func take(_ welcome: SyncWelcome) throws(PreferenceError) -> Bool {
    account.valueLimit = welcome.valueLimit
    let last = welcome.lastNumber
    guard last <= account.lastNumber else { return false }
    let device = account.device
    if last > 0 {
      var hash: String? = account.hash
      if last != account.lastNumber {
        hash = try changes.sql { (connection) throws(SQLiteError) in
          try connection.hash(of: SyncVersion(device: device, number: last))
        }
      }
      if let hash, hash != welcome.hash { return false }
    }
    if last < account.sent {
      try reopen(after: last)
      // An old message may have brought them back since, and its rows make a log that looks the same:
      // what became of them is to be learnt anew.
      account.cursor = .nowhere
    }
    account.sent = last
    guard welcome.head == account.cursor, serverTime != nil else { return true }
    // All that has happened is known here: what the server has and did not take, it has refused.
    let refused = try changes.sql { (connection) throws(SQLiteError) in
      try connection.openNumbers(of: device, upTo: last)
    }
    try take(refused: Dictionary(uniqueKeysWithValues: refused.map { ($0, nil) }))
    return true
  }

  /// Edits that the account has no room for, by number, with the reason where it is known.
  mutating func take(refused: [Int64: String?]) throws(PreferenceError) {
    let (device, time) = (account.device, serverTime ?? moment.wall)
    for (number, reason) in refused {
      let edit = try changes.sql { (connection) throws(SQLiteError) in
        try connection.queue(of: device, after: number - 1, limit: 1).first
      }
      guard let edit, edit.number == number else { continue }
      let isWithheld = withholds(edit)
      let edited = edit.edited(at: moment, serverTime: time)
      try changes.sql { (connection) throws(SQLiteError) in
        try connection.settle(
          SyncVersion(device: device, number: number), as: isWithheld ? "superseded" : "refused",
          edited: edited, winner: isWithheld ? "excluded" : reason)
      }
    }
  }

  /// Whether an edit is of a preference that must not leave this device any more.
  mutating func withholds(_ edit: QueuedEdit) -> Bool {
    edit.version.device == account.device && !rules.mayLeave(edit.name)
  }

  private func reopen(after last: Int64) throws(PreferenceError) {
    let device = account.device
    try changes.sql { (connection) throws(SQLiteError) in
      try connection.reopen(of: device, after: last)
    }
  }

  /// A new identity; what was not sent yet goes under it.
  mutating func becomeNewDevice() throws(PreferenceError) {
    let old = account.device
    var new = account
    new.device = SyncAccount.newDevice()
    new.lastNumber = 0
    new.hash = ""
    new.sent = 0
    account = try changes.sql { (connection) throws(SQLiteError) in
      try connection.note(deviceNames: [new.device: new.deviceName])
      try connection.moveOpen(from: old, to: &new)
      return new
    }
  }

  /// Tries again what the account had no room for, as new edits.
  mutating func retryRefused() throws(PreferenceError) {
    let device = account.device
    let refused = try changes.sql { (connection) throws(SQLiteError) in
      try connection.refusedNames(of: device)
    }
    for name in refused {
      guard case .edit(let edit) = try visible(name), edit.edited != nil else { continue }
      try queue(
        edit.value, for: name, base: edit.base, madeAt: edit.madeAt, sequence: edit.sequence)
    }
    try changes.sql { (connection) throws(SQLiteError) in
      try connection.forgetRefused(of: device)
    }
  }
}

extension Connection {
  fileprivate func refusedNames(of device: String) throws(SQLiteError) -> [PreferenceName] {
    try withStatement(
      "SELECT DISTINCT namespace, key FROM sync_edit WHERE device = ?1 AND state = 'refused'"
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      var names: [PreferenceName] = []
      while try row.step() { if let name = try row.name(at: 0) { names.append(name) } }
      return names
    }
  }

  fileprivate func forgetRefused(of device: String) throws(SQLiteError) {
    try withStatement(
      "UPDATE sync_edit SET state = 'superseded' WHERE device = ?1 AND state = 'refused'"
    ) { (row) throws(SQLiteError) in
      try row.bind(device, at: 1)
      try row.run()
    }
  }
}
