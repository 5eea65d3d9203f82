import Foundation

@testable import PreferencesImport

/// The real files beside the repository; tests that need them are skipped where they are absent.
enum RealFiles {
  static let root: URL = {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return repository.deletingLastPathComponent().appending(path: "shared/data/real")
  }()

  static let arePresent = FileManager.default.fileExists(
    atPath: root.appending(path: "plist").path())

  static func path(_ name: String) -> String { root.appending(path: name).path() }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: root.appending(path: name)))
  }

  static let propertyLists = [
    "plist/defaults-map-array.plist", "plist/settings-bundle-stream.plist",
    "plist/settings-bundle-title-only.plist", "plist/shortcuts-array.plist",
    "plist/symbolic-hotkeys.plist", "plist/window-manager-prefs.plist",
  ]

  static let archivedColors = [
    "calibrated-rgb-alpha", "calibrated-white-alpha", "calibrated-white", "device-rgb",
    "generic-gray-custom-alpha", "not-a-colour-nsfont", "p3-custom-spaceid", "srgb-custom-icc",
  ].map { "nscolor/\($0).plist" }

  static let themes = [
    "itermcolors/no-color-space.itermcolors", "itermcolors/calibrated.itermcolors",
    "itermcolors/p3-with-light-dark.itermcolors", "itermcolors/binary-p3-srgb.itermcolors",
    "terminal/device-rgb.terminal",
  ]

  static let all = propertyLists + archivedColors + themes
}
