import Preferences
import Testing

@testable import PreferencesImport

@Suite("settings bundles")
struct SettingsCatalogueTests {
  private func catalogue(_ bytes: [UInt8]) throws -> SettingsCatalogue {
    let result = try PreferencesImporter.read(bytes, namespace: "N")
    // Declared defaults are never values.
    #expect(result.preferences.isEmpty)
    return try #require(result.catalogue)
  }

  @Test("pickers keep their order, toggles their booleans", .enabled(if: RealFiles.arePresent))
  func stream() throws {
    let catalogue = try catalogue(RealFiles.bytes("plist/settings-bundle-stream.plist"))
    let settings = catalogue.settings
    #expect(catalogue.leftOut.isEmpty)
    #expect(
      settings.map(\.key) == [
        "streamResolution", "framerate", "bitrate", "audioConfig", "audioOnPC", "optimizeGames",
        "multipleControllers", "swapABXYButtons", "btMouseSupport", "preferredCodec",
        "useFramePacing", "enableHdr", "statsOverlay",
      ])
    let pickers = settings.filter { !$0.choices.isEmpty }
    #expect(pickers.map(\.defaultValue) == ["1", "60", "20000", "2", "0", "0"].map { .text($0) })
    #expect(pickers.map(\.choices.count) == [4, 2, 12, 3, 3, 2])
    #expect(pickers.allSatisfy { $0.type == .text })
    #expect(
      pickers[0].choices == [
        .init(value: .text("0"), title: "720p"), .init(value: .text("1"), title: "1080p"),
        .init(value: .text("3"), title: "1440p"), .init(value: .text("2"), title: "4K"),
      ])
    #expect(pickers[2].choices.last == .init(value: .text("150000"), title: "150 Mbps"))
    let toggles = settings.filter { $0.choices.isEmpty }
    #expect(toggles.allSatisfy { $0.type == .bool && !$0.isReadOnly })
    #expect(
      toggles.filter { $0.defaultValue == .bool(true) }.map(\.key)
        == ["optimizeGames", "multipleControllers"])
    #expect(toggles.count { $0.defaultValue == .bool(false) } == 5)
    #expect(settings[0].group == "Basic Configuration")
    #expect(settings[0].title == "Stream Resolution")
    #expect(settings.last?.group == "Troubleshooting")
  }

  @Test("a title is read-only", .enabled(if: RealFiles.arePresent))
  func title() throws {
    let catalogue = try catalogue(RealFiles.bytes("plist/settings-bundle-title-only.plist"))
    #expect(
      catalogue.lines == [
        "settings bundle, XML property list: 1 settings declared, 0 left out",
        #"version: text, default "7.157.0", read-only, title 'Version'"#,
      ])
    #expect(
      catalogue.json.description
        == #"{"format":"settings bundle, XML property list","settings":[{"key":"version","title":"Version","type":"text","default":"7.157.0","readOnly":true}],"leftOut":[]}"#
    )
  }

  @Test(
    "an array of setting descriptions is a catalogue, names with blanks",
    .enabled(if: RealFiles.arePresent))
  func descriptions() throws {
    let catalogue = try catalogue(RealFiles.bytes("plist/defaults-map-array.plist"))
    #expect(
      catalogue.settings.map(\.key) == [
        "QSShowTaskViewerAutomatically", "Hide Other Apps When Switching", "Multithreaded Execute",
        "QSActionAppReopenBehavior", "QSUpdateReleaseLevel", "QSUpdateWithoutAsking",
        "Shift Actions",
        "Suppress HotKeys in Command", "Double Delete Clears Object", "QSHistoryMaxLength",
        "QSCloseInterfaceOnSuccessfulDrop", "QSDisableExtractTextFromImages",
      ])
    let popup = catalogue.settings[3]
    #expect(popup.type == nil)
    #expect(popup.choices.map(\.value) == ["0", "1", "2"].map { .text($0) })
    #expect(popup.choices.last?.title == "shows all windows")
    #expect(catalogue.settings[0].type == .bool)
  }

  @Test("sliders have a range; specifiers without a key are reported")
  func others() throws {
    let bytes = xml(
      """
      <dict><key>PreferenceSpecifiers</key><array>
      <dict><key>Type</key><string>PSSliderSpecifier</string><key>Key</key><string>volume</string>
        <key>DefaultValue</key><real>0.5</real><key>MinimumValue</key><integer>0</integer>
        <key>MaximumValue</key><real>1</real></dict>
      <dict><key>Type</key><string>PSTextFieldSpecifier</string><key>Key</key><string>name</string></dict>
      <dict><key>Type</key><string>PSToggleSwitchSpecifier</string><key>Title</key><string>T</string></dict>
      <dict><key>Type</key><string>PSChildPaneSpecifier</string><key>File</key><string>More</string></dict>
      </array></dict>
      """)
    #expect(
      try catalogue(bytes).lines == [
        "settings bundle, XML property list: 2 settings declared, 2 left out",
        "volume: real, default 0.5, range 0…1.0", "name: text",
        "'T' left out: 'PSToggleSwitchSpecifier' has no key",
        "'More' left out: a child pane; its settings are in the file 'More'",
      ])
  }

  @Test("a domain that merely has a key of that name stays a domain")
  func lookalike() throws {
    let bytes = xml("<dict><key>PreferenceSpecifiers</key><array><true/></array></dict>")
    #expect(try imported(bytes) == ["PreferenceSpecifiers": .json("[true]")])
  }
}
