internal import Preferences
internal import SchemaMigrations

/// Running hashes: of the edits of a device, and of an account's log.
enum SyncHash {
  /// Enough to tell logs apart by chance; nobody gains by a collision but in his own account.
  private static let digits = 16

  /// The hash of a text.
  static func digest(_ text: String) -> String {
    String(SHA256.hexDigest(text.utf8).prefix(digits))
  }

  /// The hash of an edit that follows the one with the hash `previous`.
  static func edit(
    after previous: String, number: Int64, name: PreferenceName, version: SyncVersion,
    value: SyncValue?
  ) -> String {
    var text: [UInt8] = []
    let parts = [
      previous, "\(number)", name.namespace, name.key, version.device, "\(version.number)",
      value?.type ?? "",
    ]
    // Lengths in front, so that no two edits spell the same.
    for part in parts { text += Array("\(part.utf8.count):\(part)".utf8) }
    text += value?.bytes ?? []
    return String(SHA256.hexDigest(text).prefix(digits))
  }
}
