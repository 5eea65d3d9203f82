import Preferences
import Testing

@testable import PreferencesImport

@Suite("defaults of settings bundles", .enabled(if: RealFiles.arePresent, "no shared data"))
struct DefaultsImportTests {
  private static let files = [
    "settings-bundle-stream", "settings-bundle-title-only", "defaults-map-array",
  ]

  @Test(
    "a file of declarations is of a format of its own, with or without its name", arguments: files)
  func format(_ file: String) throws {
    let bytes = try RealFiles.bytes("plist/\(file).plist")
    #expect(ImportFormat.detect(bytes)?.word == "defaults")
    var options = ImportOptions(namespace: "N")
    for format in [nil, ImportFormat.defaults] {
      options.format = format
      let result = try PreferencesImporter.read(bytes, options)
      #expect(result.preferences.isEmpty)
      #expect(result.catalogue?.settings.isEmpty == false)
    }
  }

  @Test("a domain is no file of declarations")
  func domain() throws {
    var options = ImportOptions(namespace: "N")
    options.format = .defaults
    do {
      _ = try PreferencesImporter.read(
        RealFiles.bytes("plist/window-manager-prefs.plist"), options)
      Issue.record("no error")
    } catch let error as ImportError {
      #expect(
        error.description
          == "expected the defaults of a settings bundle, found a property list (binary or XML); "
          + "its format is called plist")
    }
  }

  @Test("a default is told apart from what is not declared")
  func lookUp() throws {
    let bytes = try RealFiles.bytes("plist/settings-bundle-stream.plist")
    let catalogue = try #require(try PreferencesImporter.read(bytes, namespace: "N").catalogue)
    #expect(catalogue.defaultValue(of: "optimizeGames") == .bool(true))
    #expect(catalogue.defaultValue(of: "enableHdr") == .bool(false))
    #expect(catalogue.defaultValue(of: "bitrate") == .text("20000"))
    #expect(catalogue.defaultValue(of: "nothing") == nil)
    let name = try PreferenceName(namespace: "Any.where", key: "framerate")
    #expect(catalogue.defaultValue(of: name) == .text("60"))
    #expect(catalogue.settings(in: "S").count == 13)
    #expect(catalogue.settings(in: nil).isEmpty)
  }

  @Test("under one key such a file is a value")
  func oneKey() throws {
    let bytes = try RealFiles.bytes("plist/settings-bundle-title-only.plist")
    #expect(try imported(bytes, key: "k")["k"]?.type == .json)
  }

  @Test("damage is harmless")
  func damage() throws {
    try expectDamageIsHarmless(to: Self.files.map { "plist/\($0).plist" })
  }
}
