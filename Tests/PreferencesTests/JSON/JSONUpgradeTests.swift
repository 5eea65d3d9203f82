import Preferences
import Testing

@Suite("Versions of a struct")
struct JSONUpgradeTests {
  struct Theme: Codable, Equatable {
    var accent = "red"
    var width = 4.0
    var frame = Frame()
  }

  static let upgrades: [FieldUpgrade] = [
    { $0.rename("colour", to: "accent") },
    { fields in
      guard let width = fields["width"]?.double else { throw Oops() }
      fields["width"] = JSONValue(width * 2)
      fields["frame"]?["label"] = "upgraded"
    },
  ]

  @Test("the version is the number of upgrades + 1, first in the object, and absent for 1")
  func written() throws {
    #expect(
      try JSONCoding.encode(Theme(), upgrades: Self.upgrades).text()
        == #"{"$version":3,"accent":"red","width":4.0,"#
        + #""frame":{"x":0,"y":0,"width":640,"height":480,"label":null}}"#)
    #expect(try JSONCoding.encode(Theme())["$version"] == nil)
  }

  @Test(
    "each version runs the upgrades that it has not seen",
    arguments: [
      (#"{"colour":"blue","width":1,"frame":{}}"#, "blue", 2, "upgraded"),
      (#"{"$version":1,"colour":"blue","width":1,"frame":{}}"#, "blue", 2, "upgraded"),
      (#"{"$version":2,"colour":"blue","accent":"green","width":1}"#, "green", 2, nil),
      (#"{"$version":2.0,"width":1.5}"#, "red", 3, nil),
      (#"{"$version":3,"colour":"blue","width":1}"#, "red", 1, nil),
      (#"{"$version":3}"#, "red", 4, nil),
    ] as [(String, String, Double, String?)])
  func upgraded(_ text: String, accent: String, width: Double, label: String?) throws {
    let theme = try JSONCoding.decode(
      Theme.self, from: try JSONValue(parsing: text), defaults: try JSONCoding.encode(Theme()),
      upgrades: Self.upgrades)
    #expect(theme == Theme(accent: accent, width: width, frame: Frame(label: label)))
  }

  @Test("a newer version is an error of its own, for reading and for writing over it")
  func newer() throws {
    let stored: JSONValue = ["$version": 4, "accent": "x"]
    let error = JSONCodingError.newerVersion(supported: 3, found: 4)
    #expect(throws: error) {
      try JSONCoding.decode(Theme.self, from: stored, upgrades: Self.upgrades)
    }
    #expect(throws: error) {
      try JSONCoding.encode(Theme(), over: stored, upgrades: Self.upgrades)
    }
    #expect(throws: JSONCodingError.newerVersion(supported: 1, found: 4)) {
      try JSONCoding.encode(Theme(), over: stored)
    }
    #expect(error.description == "written by a newer version (4); this one knows up to 3")
  }

  @Test("unknown fields of an older version are kept, its renamed ones are not")
  func overOlder() throws {
    let previous: JSONValue = ["colour": "blue", "width": 1, "frame": ["z": 1], "other": 2]
    let tree = try JSONCoding.encode(Theme(), over: previous, upgrades: Self.upgrades)
    #expect(
      tree.object?.names == ["$version", "accent", "width", "frame", "other"])
    #expect(tree["frame"]?["z"] == 1)
    #expect(try JSONCoding.encode(Theme(), over: tree, upgrades: Self.upgrades) == tree)
  }

  @Test("an upgrade that throws leaves the value unreadable, and is named without the value")
  func failing() throws {
    let stored: JSONValue = ["width": "secret"]
    #expect(
      throws: JSONCodingError.undecodable(
        path: "", reason: "the upgrade from version 2 failed: Oops")
    ) { try JSONCoding.decode(Theme.self, from: stored, upgrades: Self.upgrades) }
    #expect(
      try JSONCoding.encode(Theme(), over: stored, upgrades: Self.upgrades)
        == JSONCoding.encode(Theme(), upgrades: Self.upgrades))
  }

  @Test(
    "a version that is no number from 1 is an error",
    arguments: [0, -1, 1.5, "2", nil, number("1e400")] as [JSONValue])
  func malformed(_ version: JSONValue) {
    #expect(
      throws: JSONCodingError.undecodable(
        path: "$version", reason: "expected a number from 1, found another")
    ) { try JSONCoding.decode(Theme.self, from: ["$version": version], upgrades: Self.upgrades) }
  }

  @Test("the name of the version is reserved at the top, and free below")
  func reserved() throws {
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(["$version": 1]) }
    let nested = ["a": ["$version": 7]]
    let tree = try JSONCoding.encode(nested)
    #expect(try JSONCoding.decode([String: [String: Int]].self, from: tree) == nested)
  }

  @Test("upgrades need an object")
  func notAnObject() {
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode([1], upgrades: Self.upgrades) }
    #expect(
      throws: JSONCodingError.undecodable(path: "", reason: "expected an object, found a list")
    ) { try JSONCoding.decode([Int].self, from: [1], upgrades: Self.upgrades) }
  }
}
