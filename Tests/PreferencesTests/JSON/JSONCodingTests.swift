import Preferences
import Testing

@Suite("Codable values to JSON and back")
struct JSONCodingTests {
  /// Encodes, checks the text, decodes the text.
  func roundTrip<V: Codable>(_ value: V, _ text: String) throws -> V {
    let tree = try JSONCoding.encode(value)
    #expect(try tree.text() == text)
    return try JSONCoding.decode(V.self, from: try JSONValue(parsing: text))
  }

  func check<V: Codable & Equatable>(_ value: V, _ text: String) throws {
    #expect(try roundTrip(value, text) == value)
  }

  @Test("scalars, also at the top")
  func scalars() throws {
    try check(true, "true")
    try check("é\n", "\"é\\n\"")
    try check(-5, "-5")
    try check(3.0, "3.0")
    try check(Float(0.1), "0.1")
    try check(Int128.max, "170141183460469231731687303715884105727")
    try check(UInt128.max, "340282366920938463463374607431768211455")
    try check(Int?.none, "null")
    try check(Int?.some(1), "1")
    try check(Weekday.tuesday, "\"tuesday\"")
    try check(Level.high, "2")
  }

  @Test("all widths of numbers at their ends")
  func widths() throws {
    try check(
      Widths(),
      #"{"i8":-128,"i16":-32768,"i32":-2147483648,"i64":-9223372036854775808,"#
        + #""i":9223372036854775807,"u8":255,"u16":65535,"u32":4294967295,"#
        + #""u64":18446744073709551615,"u":18446744073709551615,"#
        + #""i128":-170141183460469231731687303715884105728,"#
        + #""u128":340282366920938463463374607431768211455,"float":0.1,"double":0.1,"#
        + #""flag":true,"text":"x"}"#)
  }

  @Test("structs, optionals, lists, enums and dictionaries within each other")
  func structs() throws {
    try check(
      Window(),
      #"{"title":"untitled","frame":{"x":0,"y":0,"width":640,"height":480,"label":null},"#
        + #""tabs":[{"name":"one","pinned":null}],"shape":{"circle":{"radius":1.5}},"#
        + #""limits":{"high":2.0,"low":1.0},"note":"hello"}"#)
    try check(Shape.none, #"{"none":{}}"#)
    try check(Shape.polygon([1, 2], closed: true), #"{"polygon":{"_0":[1,2],"closed":true}}"#)
    try check([Int?.none, 1], "[null,1]")
    try check([[1], []], "[[1],[]]")
    try check(Nested(), #"{"outer":{"a":1,"b":[2,3]},"list":["c",{"d":4},[null]]}"#)
  }

  /// Coded by hand, as the compiler does not: a list, then each alone.
  struct Wide: Codable, Equatable {
    struct Alone: Codable, Equatable {
      var value: UInt128
      init(_ value: UInt128) { self.value = value }
      init(from decoder: any Decoder) throws {
        value = try decoder.singleValueContainer().decode(UInt128.self)
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }
    var low: Int128, high: UInt128, alone: Alone
    init(low: Int128, high: UInt128, alone: Alone) {
      (self.low, self.high, self.alone) = (low, high, alone)
    }
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      low = try list.decode(Int128.self)
      high = try list.decode(UInt128.self)
      alone = try list.decode(Alone.self)
    }
    func encode(to encoder: any Encoder) throws {
      var list = encoder.unkeyedContainer()
      try list.encode(low)
      try list.encode(high)
      try list.encode(alone)
    }
  }

  @Test("integers of 128 bits in lists coded by hand")
  func wide() throws {
    try check(
      Wide(low: .min, high: .max, alone: .init(5)),
      "[-170141183460469231731687303715884105728,340282366920938463463374607431768211455,5]")
  }

  @Test("a nil is written as null for every type of member")
  func nils() throws {
    struct Nils: Codable, Equatable {
      var a: Bool?, b: String?, c: Double?, d: Float?, e: Int?, f: Int8?, g: Int16?, h: Int32?
      var i: Int64?, j: UInt?, k: UInt8?, l: UInt16?, m: UInt32?, n: UInt64?, o: [Int]?
      var p: Int128?, q: UInt128?, r: Weekday?
    }
    let names = "abcdefghijklmnopqr"
    try check(Nils(), "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}")
  }

  @Test("dictionaries with keys of text, numbers, key types and anything else")
  func dictionaries() throws {
    try check(["b": 1, "a": 2], #"{"a":2,"b":1}"#)
    try check([10: "x", 9: "y"], #"{"10":"x","9":"y"}"#)
    try check([Column(2): true, Column(1): false], #"{"column-1":false,"column-2":true}"#)
    try check(["a": Int?.none], #"{"a":null}"#)
    try check([Weekday.tuesday: 1, .monday: 2], #"["monday",2,"tuesday",1]"#)
    try check([2.5: 1, -1: 2], #"[-1.0,2,2.5,1]"#)
  }

  @Test("equal sets and dictionaries have equal texts")
  func unordered() throws {
    try check(Set([10, 9, 1, 100]), "[1,9,10,100]")
    try check(Set(["b", "a", "é"]), #"["a","b","é"]"#)
    try check([Set(["b", "a"])], #"[["a","b"]]"#)
    for _ in 0..<20 {
      let names = (0..<40).map(String.init).shuffled()
      let text = try JSONCoding.encode(Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
        .text()
      #expect(text.hasPrefix(#"{"0":"0","1":"1","10":"10","11":"11","#))
    }
  }

  @Test("class inheritance, with a super of its own and with a shared object")
  func classes() throws {
    let dog = Dog()
    dog.name = "rex"
    let dogAgain = try roundTrip(dog, #"{"tricks":["sit"],"super":{"name":"rex"}}"#)
    #expect(dogAgain.name == "rex" && dogAgain.tricks == ["sit"])
    let bird = Bird()
    bird.name = "wren"
    let birdAgain = try roundTrip(bird, #"{"wings":2,"name":"wren"}"#)
    #expect(birdAgain.name == "wren" && birdAgain.wings == 2)
  }

  @Test("a value that writes nothing is an empty object")
  func nothing() throws {
    struct Empty: Codable, Equatable {}
    try check(Empty(), "{}")
    try check([Empty()], "[{}]")
  }

  @Test("recursive types to the limit of nesting, and not beyond, neither way")
  func recursion() throws {
    try check(
      Tree.node(.leaf(1), .leaf(2)),
      #"{"node":{"_0":{"leaf":{"_0":1}},"_1":{"leaf":{"_0":2}}}}"#)
    // A link is an object and a list; the last list is empty.
    let chain = { (links: Int) in (1..<links).reduce(Link(0)) { Link($1, next: $0) } }
    let deepest = chain(JSONValue.maximumDepth / 2)
    let text = try JSONCoding.encode(deepest).text()
    #expect(try JSONCoding.decode(Link.self, from: try JSONValue(parsing: text)) == deepest)
    let deeper = chain(JSONValue.maximumDepth / 2 + 1)
    let error = #expect(throws: JSONCodingError.self) { try JSONCoding.encode(deeper) }
    #expect(
      error?.description.hasSuffix("nested more than \(JSONValue.maximumDepth) levels deep") == true
    )
    var tree: JSONValue = ["number": 1, "rest": []]
    for _ in 0..<JSONValue.maximumDepth { tree = ["number": 1, "rest": [tree]] }
    #expect(throws: JSONCodingError.self) { try JSONCoding.decode(Link.self, from: tree) }
  }

  @Test("a nil inside a value that is not nil is refused")
  func nestedNil() throws {
    struct Holder: Codable { var inner: Int?? }
    let refused = JSONCodingError.notRepresentable(
      path: "inner", reason: "a nil inside a value that is not nil")
    #expect(throws: refused) { try JSONCoding.encode(Holder(inner: .some(nil))) }
    #expect(try JSONCoding.encode(Holder(inner: nil)).text() == #"{"inner":null}"#)
    #expect(try JSONCoding.encode(Holder(inner: 3)).text() == #"{"inner":3}"#)
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Int??.some(nil)) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode([Int??.some(nil)]) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(["a": Int??.some(nil)]) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Int???.some(.some(nil))) }
    #expect(try JSONCoding.encode(Int??.none) == .null)
    #expect(try JSONCoding.encode([Int??.none, 1]) == [nil, 1])
  }

  @Test(
    "NaN and infinities are refused with the path",
    arguments: [(Double.nan, "NaN"), (.infinity, "an infinite number")])
  func notFinite(_ value: Double, _ name: String) {
    struct Holder: Codable { var list: [Double] }
    #expect(
      throws: JSONCodingError.notRepresentable(
        path: "list[1]", reason: "\(name) cannot be written as JSON")
    ) { try JSONCoding.encode(Holder(list: [0, value])) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Float(value)) }
  }

  @Test("containers that are asked for twice by one name are one, and an unused super is empty")
  func sameContainer() throws {
    struct Twice: Encodable {
      enum Keys: CodingKey { case a, b, unused }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var first = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
        var second = container.nestedContainer(keyedBy: Keys.self, forKey: .a)
        try second.encode(2, forKey: .b)
        try first.encode(1, forKey: .a)
        _ = container.superEncoder(forKey: .unused)
      }
    }
    #expect(
      try PreferenceEncoder.tree(of: Twice()).text() == #"{"a":{"b":2,"a":1},"unused":{}}"#)
  }

  @Test("nested containers without end are refused")
  func deepContainers() {
    struct Endless: Codable {
      func encode(to encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for _ in 0..<100_000 { list = list.nestedUnkeyedContainer() }
      }
    }
    struct Loop: Codable {
      init() {}
      init(from decoder: any Decoder) throws {
        self = try decoder.singleValueContainer().decode(Loop.self)
      }
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(self)
      }
    }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Endless()) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Loop()) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.decode(Loop.self, from: 1) }
  }

  @Test("an encoder that was misused is let go")
  func misusedIsFreed() {
    final class Seen { weak var encoder: PreferenceEncoder? }
    struct Both: Encodable {
      enum Keys: CodingKey { case a }
      let seen: Seen
      func encode(to encoder: any Encoder) throws {
        seen.encoder = encoder as? PreferenceEncoder
        _ = encoder.unkeyedContainer()
        _ = encoder.singleValueContainer()
        _ = encoder.container(keyedBy: Keys.self)
        #expect(seen.encoder != nil)
      }
    }
    let seen = Seen()
    #expect(throws: EncodingError.self) { try PreferenceEncoder.tree(of: Both(seen: seen)) }
    #expect(seen.encoder == nil)
  }

  @Test("coders that misuse the encoder get an error, not a trap")
  func misuse() {
    struct Both: Codable {
      var how = 0
      enum Keys: CodingKey { case a }
      func encode(to encoder: any Encoder) throws {
        var keyed = encoder.container(keyedBy: Keys.self)
        try keyed.encode(1, forKey: .a)
        if how == 0 {
          var list = encoder.unkeyedContainer()
          try list.encode(1)
        } else {
          var single = encoder.singleValueContainer()
          try single.encode(1)
        }
      }
    }
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var single = encoder.singleValueContainer()
        try single.encode(1)
        try single.encode(2)
      }
    }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Both()) }
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Both(how: 1)) }
    #expect(throws: EncodingError.self) { try PreferenceEncoder.tree(of: Twice()) }
  }
}
