import Preferences
import PreferencesSync

/// Tells what happens in a world, for a seed that fails.
struct Trace: Sendable {
  var isOn = false

  func callAsFunction(_ text: @autoclosure () -> String) {
    if isOn { print(text()) }
  }

  func callAsFunction(_ edits: [SyncEdit], from device: String, _ receipt: SyncReceipt) {
    guard isOn else { return }
    for edit in edits {
      print(
        "  push \(device.prefix(4))/\(edit.number): \(edit.name) \(edit.version.shown) on",
        "\(edit.base?.shown ?? "nothing"), edited \(edit.edited)")
    }
    print("  -> \(receipt.lastNumber)", receipt.stop.map { "\($0)" } ?? "", receipt.refused)
  }
}

extension SyncVersion {
  /// Enough of it to tell it from others.
  var shown: String { "\(device.prefix(4))/\(number)" }
}
