import Preferences
import Testing

@Suite("Fields that are missing or unknown")
struct JSONDefaultsTests {
  @Test("a field added later takes its default, at every depth, optionals too")
  func missing() throws {
    var defaults = Window()
    defaults.frame.label = "main"
    let tree = try JSONCoding.encode(defaults)
    #expect(try JSONCoding.decode(Window.self, from: [:], defaults: tree) == defaults)

    let stored: JSONValue = ["frame": ["width": 5], "title": "t"]
    var expected = defaults
    expected.title = "t"
    expected.frame.width = 5
    #expect(try JSONCoding.decode(Window.self, from: stored, defaults: tree) == expected)
  }

  @Test("null is nil, and not missing")
  func nilIsNotMissing() throws {
    let tree = try JSONCoding.encode(Window())
    let stored: JSONValue = ["note": nil]
    #expect(try JSONCoding.decode(Window.self, from: stored, defaults: tree).note == nil)
    #expect(try JSONCoding.decode(Window.self, from: [:], defaults: tree).note == "hello")
    // Null for a field that is no optional is not covered up by the default.
    let null: JSONValue = ["title": nil]
    #expect(
      throws: JSONCodingError.undecodable(path: "title", reason: "expected a value, found null")
    ) {
      try JSONCoding.decode(Window.self, from: null, defaults: tree)
    }
  }

  @Test("without a default an optional is nil, and any other field is an error")
  func noDefaults() throws {
    let stored: JSONValue = ["x": 1, "y": 2, "width": 3, "height": 4]
    #expect(try JSONCoding.decode(Frame.self, from: stored).label == nil)
    #expect(throws: JSONCodingError.self) { try JSONCoding.decode(Frame.self, from: ["x": 1]) }
  }

  @Test("the default's entries do not show up in a stored dictionary or enum")
  func noPollution() throws {
    let tree = try JSONCoding.encode(Window())
    let stored: JSONValue = ["limits": ["mid": 1], "shape": ["none": [:]]]
    let window = try JSONCoding.decode(Window.self, from: stored, defaults: tree)
    #expect(window.limits == ["mid": 1])
    #expect(window.shape == .none)
    let dictionary = ["a": Frame(width: 1), "b": Frame(width: 2)]
    let read = try JSONCoding.decode(
      [String: Frame].self, from: ["b": ["x": 7]], defaults: try JSONCoding.encode(dictionary))
    #expect(read == ["b": Frame(x: 7, width: 2)])
  }

  @Test("elements of a list are not filled up from the default's list")
  func lists() throws {
    let tree = try JSONCoding.encode(Window())
    let stored: JSONValue = ["tabs": [[:]]]
    #expect(
      throws: JSONCodingError.undecodable(
        path: "tabs[0].name", reason: "expected a member, found none")
    ) { try JSONCoding.decode(Window.self, from: stored, defaults: tree) }
  }

  @Test("nested containers and supers take defaults too")
  func containers() throws {
    let tree = try JSONCoding.encode(Nested())
    #expect(try JSONCoding.decode(Nested.self, from: ["outer": ["a": 9]], defaults: tree).a == 9)
    #expect(try JSONCoding.decode(Nested.self, from: [:], defaults: tree) == Nested())
    let dogs = try JSONCoding.encode(Dog())
    let dog = try JSONCoding.decode(Dog.self, from: ["tricks": [], "super": [:]], defaults: dogs)
    #expect(dog.name == "cat" && dog.tricks == [])
  }

  @Test("unknown fields are kept at every depth, after the known ones, with all their digits")
  func unknown() throws {
    let previous = try JSONValue(
      parsing: """
        {"future":[1e400,{"a":null}],"title":"old","frame":{"z":123456789012345678901234567890,
        "width":1,"deep":{"x":1}},"shape":{"circle":{"radius":1,"colour":"red"}},
        "limits":{"low":9,"old":7},"tabs":[{"name":"one","extra":1}]}
        """)
    let tree = try JSONCoding.encode(Window(), over: previous)
    #expect(
      try tree.text()
        == #"{"title":"untitled","frame":{"x":0,"y":0,"width":640,"height":480,"label":null,"#
        + #""z":123456789012345678901234567890,"deep":{"x":1}},"tabs":[{"name":"one","pinned":null}],"#
        + #""shape":{"circle":{"radius":1.5,"colour":"red"}},"limits":{"high":2.0,"low":1.0},"#
        + #""note":"hello","future":[1e400,{"a":null}]}"#)
    #expect(try JSONCoding.encode(Window(), over: tree) == tree)
    #expect(try JSONCoding.decode(Window.self, from: tree) == Window())
  }

  @Test("entries that were removed, and the payload of another case, are not kept")
  func removed() throws {
    struct Holder: Codable {
      var shape: Shape; var names: [String: Frame]; var byColumn: [Column: Int]
    }
    let previous = try JSONValue(
      parsing: """
        {"shape":{"circle":{"radius":1}},"names":{"a":{"x":0,"y":0,"width":1,"height":1,"new":1},
        "b":{"x":0,"y":0,"width":1,"height":1}},"byColumn":{"column-1":1,"column-2":2}}
        """)
    let holder = Holder(shape: .none, names: ["a": Frame()], byColumn: [Column(2): 3])
    #expect(
      try JSONCoding.encode(holder, over: previous).text()
        == #"{"shape":{"none":{}},"names":{"a":{"x":0,"y":0,"width":640,"height":480,"#
        + #""label":null,"new":1}},"byColumn":{"column-2":3}}"#)
  }

  @Test("a field that the type asks for and leaves out on purpose is not kept")
  func leftOut() throws {
    struct Manual: Codable {
      var nick: String?
      enum CodingKeys: CodingKey { case nick }
      init() {}
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if container.contains(.nick) { nick = try container.decode(String.self, forKey: .nick) }
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let nick { try container.encode(nick, forKey: .nick) }
      }
    }
    #expect(try JSONCoding.encode(Manual(), over: ["nick": "n", "other": 1]) == ["other": 1])
  }

  @Test("a previous value without the newest fields still keeps its unknown ones")
  func bothWays() throws {
    let tree = try JSONCoding.encode(Frame(), over: ["x": 1, "old": 2])
    #expect(tree["old"] == 2)
  }

  @Test(
    "a previous value that does not decode, or is no object, is replaced",
    arguments: [["title": 1, "other": 2], [1], "text", .null, 5] as [JSONValue])
  func replaced(_ previous: JSONValue) throws {
    #expect(try JSONCoding.encode(Window(), over: previous) == JSONCoding.encode(Window()))
  }
}
