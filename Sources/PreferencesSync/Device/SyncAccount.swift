/// A row of `sync_account`: who this file is for an account, and how far it has come.
package struct SyncAccount: Hashable, Sendable {
  package var account: String
  /// Where the server is, without secrets.
  package var server: String
  package var device: String
  package var deviceName: String
  package var lastNumber: Int64 = 0
  package var hash = ""
  package var sent: Int64 = 0
  package var cursor = SyncCursor.start
  package var collected: Int64 = 0
  package var checkedAt: Int64 = 0
  package var valueLimit = 65_536

  package init(account: String, server: String, device: String, deviceName: String) {
    self.account = account
    self.server = server
    self.device = device
    self.deviceName = deviceName
  }

  /// A new identity: 128 random bits.
  static func newDevice() -> String {
    let digits = [UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max))].map {
      let text = String($0, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    return digits.joined()
  }
}
