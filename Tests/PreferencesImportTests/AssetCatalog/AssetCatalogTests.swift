import Foundation
import Preferences
import Testing

@testable import PreferencesImport

@Suite("asset catalogues")
final class AssetCatalogTests {
  private let root = FileManager.default.temporaryDirectory
    .appending(path: "catalogue-\(UUID())").path

  deinit { try? FileManager.default.removeItem(atPath: root) }

  private func write(_ text: String, to path: String) throws {
    let url = URL(filePath: "\(root)/\(path)")
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  private func set(_ red: String = "0x80") -> String {
    #"{"colors":[{"idiom":"universal","color":{"color-space":"srgb","components":"#
      + #"{"red":"\#(red)","green":"0","blue":"0"}}}]}"#
  }

  private func read(_ path: String, key: String? = nil) throws -> ImportResult {
    var options = ImportOptions(namespace: "N")
    options.key = key
    return try AssetCatalog.read("\(root)/\(path)", options)
  }

  private static let namespace = #"{"properties":{"provides-namespace":true}}"#

  @Test("sets have the names that Xcode gives them, other assets are counted, bad sets told")
  func catalogue() throws {
    try write(#"{"info":{"version":1}}"#, to: "A.xcassets/Contents.json")
    try write(set("1"), to: "A.xcassets/Accent.colorset/Contents.json")
    try write(set("2"), to: "A.xcassets/Plain/One.colorset/Contents.json")
    try write(Self.namespace, to: "A.xcassets/Group/Contents.json")
    try write(set("3"), to: "A.xcassets/Group/One.colorset/Contents.json")
    try write(set("4"), to: "A.xcassets/Group/Inner/v1.0/Two.colorset/Contents.json")
    try write("{", to: "A.xcassets/Broken/Contents.json")
    try write(set("5"), to: "A.xcassets/Broken/Three.colorset/Contents.json")
    try write("[]", to: "A.xcassets/Plain/Bad.colorset/Contents.json")
    try write("", to: "A.xcassets/Empty.colorset/note.txt")
    for name in ["B.imageset", "C.imageset", "AppIcon.appiconset"] {
      try write("{}", to: "A.xcassets/\(name)/Contents.json")
    }
    let result = try read("A.xcassets")
    #expect(result.report.format == "asset catalogue")
    #expect(
      colors(result) == [
        "Accent": "any #010000", "One": "any #020000", "Group/One": "any #030000",
        "Group/Two": "any #040000", "Three": "any #050000",
      ])
    #expect(
      result.report.leftOut.map { "\($0.path): \($0.reason)" } == [
        "Broken/Contents.json: 1:2: expected a member name in quotes, found the end of the text; "
          + "its names are not prefixed",
        "Empty.colorset: expected a file, found nothing of that name",
        "Plain/Bad.colorset: expected a colour set (Contents.json of an asset catalogue), "
          + "found a list at the top",
        "appiconset: 1 of this kind; only colour sets are taken",
        "imageset: 2 of this kind; only colour sets are taken",
      ])
  }

  @Test("links are not followed, neither to folders nor to files")
  func links() throws {
    try write(set(), to: "Out/Secret.colorset/Contents.json")
    try write(set(), to: "A.xcassets/One.colorset/Contents.json")
    let files = FileManager.default
    try files.createSymbolicLink(
      atPath: "\(root)/A.xcassets/Loop", withDestinationPath: "\(root)/A.xcassets")
    try files.createSymbolicLink(
      atPath: "\(root)/A.xcassets/S.colorset", withDestinationPath: "\(root)/Out/Secret.colorset")
    try files.createDirectory(
      atPath: "\(root)/A.xcassets/T.colorset", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(root)/A.xcassets/T.colorset/Contents.json",
      withDestinationPath: "\(root)/Out/Secret.colorset/Contents.json")
    let result = try read("A.xcassets")
    #expect(colors(result) == ["One": "any #800000"])
    #expect(
      result.report.leftOut.map { "\($0.path): \($0.reason)" } == [
        "Loop: a symbolic link, which is not followed",
        "S.colorset: a symbolic link, which is not followed",
        "T.colorset: expected a file, found a symbolic link that is not followed",
      ])
  }

  @Test("one set is one colour, under its folder's name or the key")
  func oneSet() throws {
    try write(set(), to: "A.xcassets/Accent.colorset/Contents.json")
    #expect(colors(try read("A.xcassets/Accent.colorset/")) == ["Accent": "any #800000"])
    #expect(colors(try read("A.xcassets/Accent.colorset", key: "k")) == ["k": "any #800000"])
    #expect(throws: ImportError.self) { try read("A.xcassets", key: "k") }
  }

  @Test("depth and number have bounds")
  func bounds() throws {
    let deep = (0...40).map { "d\($0)" }.joined(separator: "/")
    try write(set(), to: "A.xcassets/\(deep)/X.colorset/Contents.json")
    let result = try read("A.xcassets")
    #expect(result.preferences.isEmpty)
    #expect(result.report.leftOut.map(\.reason) == ["more than 32 folders deep"])
    let many = "\(root)/B.xcassets"
    try FileManager.default.createDirectory(atPath: many, withIntermediateDirectories: true)
    for number in 0...CatalogWalk.maximumCount {
      let descriptor = open("\(many)/\(number)", O_CREAT | O_WRONLY, 0o600)
      close(descriptor)
    }
    let error = #expect(throws: ImportError.self) { try self.read("B.xcassets") }
    #expect(error?.kind == .tooLarge)
  }

  @Test("what is no catalogue is refused by name")
  func refused() throws {
    try write("", to: "other/file")
    #expect(
      #expect(throws: ImportError.self) { try read("other") }?.description
        == "\(root)/other: expected a file, an asset catalogue (.xcassets) or a colour set "
        + "(.colorset), found another folder")
    #expect(#expect(throws: ImportError.self) { try read("nowhere") }?.kind == .missing)
    #expect(#expect(throws: ImportError.self) { try read("other/file") }?.kind == .notAFile)
    try write(set(), to: "A.xcassets/Accent.colorset/Contents.json")
    var options = ImportOptions(namespace: "N")
    options.format = .gpl
    let error = #expect(throws: ImportError.self) {
      try AssetCatalog.read("\(root)/A.xcassets", options)
    }
    #expect(
      error?.description.hasSuffix(
        "expected a GIMP palette, found an asset catalogue; its format is called colorset") == true)
  }
}
