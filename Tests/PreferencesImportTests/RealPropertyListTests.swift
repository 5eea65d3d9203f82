import Foundation
import Preferences
import Testing

@testable import PreferencesImport

@Suite("real property lists", .enabled(if: RealFiles.arePresent, "no shared data"))
struct RealPropertyListTests {
  @Test("a window manager's domain keeps every type apart")
  func windowManager() throws {
    let values = try imported(RealFiles.bytes("plist/window-manager-prefs.plist"))
    let shortcut = { (code: Int, flags: Int) -> StoredValue in
      .json(#"{"keyCode":\#(code),"modifierFlags":\#(flags)}"#)
    }
    let expected: [String: StoredValue] = [
      "NSWindow Frame NSFontPanel": .text("929 110 445 237 0 0 1440 877 "),
      "NSWindow Frame SUStatusFrame": .text("760 701 400 135 0 0 1920 1055 "),
      "NSWindow Frame SUUpdateAlert": .text("410 362 620 392 0 0 1440 875 "),
      "SUAutomaticallyUpdate": .bool(true), "SUEnableAutomaticChecks": .bool(true),
      "SUHasLaunchedBefore": .bool(true), "SUSendProfileInfo": .bool(false),
      // 2025-07-04T12:07:49.081678Z
      "SULastCheckTime": .date(milliseconds: 1_751_630_869_082),
      "SUUpdateGroupIdentifier": .int(4_291_970_170), "SUUpdateRelaunchingMarker": .bool(false),
      "alternateDefaultShortcuts": .bool(true), "bottomCenterSixth": shortcut(40, 1_835_008),
      "bottomLeftSixth": shortcut(38, 1_835_008), "bottomRightSixth": shortcut(37, 1_835_008),
      "centerHalf": shortcut(49, 786_432), "hideMenubarIcon": .bool(true),
      "internalTilingNotified": .bool(true), "lastVersion": .text("94"),
      "launchOnLogin": .bool(true), "reflowTodo": shortcut(45, 786_432),
      "subsequentExecutionMode": .int(1), "toggleTodo": shortcut(11, 786_432),
      "topCenterSixth": shortcut(34, 1_835_008), "topLeftSixth": shortcut(32, 1_835_008),
      "topRightSixth": shortcut(31, 1_835_008),
    ]
    #expect(values == expected)
  }

  @Test("a date with fractions is rounded to milliseconds, and the report says so")
  func dateNote() throws {
    let result = try PreferencesImporter.read(
      RealFiles.bytes("plist/window-manager-prefs.plist"), namespace: "com.knollsoft.Rectangle")
    let taken = try #require(result.report.taken.first { $0.name.key == "SULastCheckTime" })
    #expect(taken.note == "date rounded to milliseconds")
    #expect(taken.name.namespace == "com.knollsoft.Rectangle")
    #expect(result.report.format == "binary property list")
    #expect(result.report.taken.count == 25)
    #expect(result.report.leftOut.isEmpty)
  }

  @Test(
    "keys that look like numbers stay text, large integers do not wrap, arrays keep their length")
  func hotKeys() throws {
    let values = try imported(RealFiles.bytes("plist/symbolic-hotkeys.plist"))
    #expect(Array(values.keys) == ["AppleSymbolicHotKeys"])
    let value = try #require(values["AppleSymbolicHotKeys"])
    guard case .text(let text) = value.storage else { Issue.record("no text"); return }
    #expect(value.type == .json)
    let json = try JSONValue(parsing: text)
    #expect(
      json["61"]?.description
        == #"{"enabled":false,"value":{"parameters":[32,49,786432],"type":"standard"}}"#)
    #expect(
      json["164"]?["value"]?.description == #"{"parameters":[262144,4294705151],"type":"modifier"}"#
    )
    #expect(text.contains("2148532224"))
    #expect(!text.contains("-"))
    let oracle = try PropertyListSerialization.propertyList(
      from: Data(RealFiles.bytes("plist/symbolic-hotkeys.plist")), format: nil)
    let keys = ((oracle as? [String: Any])?["AppleSymbolicHotKeys"] as? [String: Any])?.keys
    #expect(json.object?.names == keys?.sorted())
  }

  @Test("an array at the top is refused as a domain, and taken under one key when asked")
  func shortcuts() throws {
    let bytes = try RealFiles.bytes("plist/shortcuts-array.plist")
    #expect(
      refusal(bytes)
        == "expected a preferences domain, a dictionary of settings, found an array at "
        + "the top; with --key NAME it is imported under one key")
    let value = try #require(try imported(bytes, key: "shortcuts")["shortcuts"])
    guard case .text(let text) = value.storage else { Issue.record("no text"); return }
    let json = try JSONValue(parsing: text)
    #expect(json.array?.first?.description == #"{"key":"[tab]","action":"navigateToTimeline:"}"#)
    #expect(json.array?[1]["key"]?.string == ",")
  }

  @Test("an archive of something else than a colour is refused as a domain, and kept as data")
  func archives() throws {
    let bytes = try RealFiles.bytes("nscolor/not-a-colour-nsfont.plist")
    #expect(refusal(bytes).contains("a keyed archive, which holds one archived object"))
    // Asked for one key, the archive is kept byte for byte, and is written out as such.
    let value = try #require(try imported(bytes, key: "color")["color"])
    #expect(value == .data(bytes))
  }

  @Test(
    "a wrong file is named for what it is",
    arguments: [
      ("dconf/example.gvdb", "a binary dconf database (make a text of it with dconf dump)"),
      (
        "dconf/profile-comments.txt",
        "a dconf profile, which names databases (make a text of one with dconf dump)"
      ),
    ])
  func wrongFiles(_ name: String, _ looks: String) throws {
    let message = refusal(try RealFiles.bytes(name))
    #expect(message.hasPrefix("expected a file that can be imported ("), "\(message)")
    #expect(message.hasSuffix(", found \(looks)"), "\(message)")
  }

  @Test("other XML is named by its root element")
  func otherXML() {
    let message = refusal(Array("<resources/>".utf8))
    #expect(
      message.hasSuffix(
        "expected a property list, with the root element <plist>, found an Android resource file, an "
          + "XML document with the root element <resources>"), "\(message)")
  }

  @Test(
    "what Foundation reads is read alike", arguments: RealFiles.propertyLists + RealFiles.themes)
  func oracle(_ name: String) throws {
    let bytes = try RealFiles.bytes(name)
    let list =
      try FileFormat.detect(bytes) == .xml
      ? XMLPropertyListReader.read(bytes) : BinaryPropertyListReader.read(bytes)
    let foundation = try PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    #expect(differences(list, foundation, path: name) == [])
  }

  /// The paths at which two readers disagree, or why they could not be compared.
  private func differences(_ list: PropertyList, _ other: Any, path: String) -> [String] {
    switch list {
    case .bool(let value):
      return type(of: other) == Bool.self && other as? Bool == value ? [] : [path]
    case .integer(let value): return (other as? NSNumber)?.int64Value == value ? [] : [path]
    case .unsigned(let value): return (other as? NSNumber)?.uint64Value == value ? [] : [path]
    case .real(let value):
      let number = other as? NSNumber
      return number?.doubleValue == value && number.map { String(cString: $0.objCType) } == "d"
        ? [] : [path]
    case .string(let value):
      return (other as? String)?.utf8.elementsEqual(value.utf8) == true ? [] : [path]
    case .data(let value): return (other as? Data).map(Array.init) == value ? [] : [path]
    case .date(let value):
      return (other as? Date)?.timeIntervalSinceReferenceDate == value ? [] : [path]
    case .array(let elements):
      guard let others = other as? [Any], others.count == elements.count else { return [path] }
      return zip(elements, others).enumerated().flatMap {
        differences($0.element.0, $0.element.1, path: "\(path)[\($0.offset)]")
      }
    case .dictionary(let members):
      guard let others = other as? [String: Any], others.count == members.count else {
        return [path]
      }
      return members.flatMap { member in
        others[member.key].map { differences(member.value, $0, path: path + "/" + member.key) }
          ?? [path + "/" + member.key]
      }
    case .set, .uid: return ["\(path): not comparable"]
    }
  }
}
