import Preferences

/// A number with the digits of its text, which must be a number.
func number(_ text: String) -> JSONValue { JSONNumber(text).map(JSONValue.number) ?? .null }

/// A type for every way in which `Codable` code uses its coder.
struct Widths: Codable, Equatable {
  var i8 = Int8.min, i16 = Int16.min, i32 = Int32.min, i64 = Int64.min, i = Int.max
  var u8 = UInt8.max, u16 = UInt16.max, u32 = UInt32.max, u64 = UInt64.max, u = UInt.max
  var i128 = Int128.min, u128 = UInt128.max
  var float: Float = 0.1, double = 0.1, flag = true, text = "x"
}

struct Frame: Codable, Equatable {
  var x = 0, y = 0, width = 640, height = 480
  var label: String?
}

struct Window: Codable, Equatable {
  var title = "untitled"
  var frame = Frame()
  var tabs = [Tab(name: "one")]
  var shape = Shape.circle(radius: 1.5)
  var limits = ["low": 1.0, "high": 2.0]
  var note: String? = "hello"
  struct Tab: Codable, Equatable { var name: String; var pinned: Bool? }
}

enum Shape: Codable, Equatable {
  case none
  case circle(radius: Double)
  case polygon([Int], closed: Bool)
}

enum Weekday: String, Codable, CaseIterable { case monday, tuesday }

enum Level: Int, Codable { case low = 1, high = 2 }

indirect enum Tree: Codable, Equatable {
  case leaf(Int)
  case node(Tree, Tree)
}

struct Link: Codable, Equatable {
  var number: Int
  private var rest: [Link]
  var next: Link? { rest.first }
  init(_ number: Int, next: Link? = nil) {
    self.number = number
    rest = next.map { [$0] } ?? []
  }
}

class Animal: Codable {
  var name = "cat"
  init() {}
}

/// Writes its superclass under `super`, as the compiler's advice for subclasses has it.
final class Dog: Animal {
  var tricks = ["sit"]
  enum CodingKeys: CodingKey { case tricks }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    tricks = try container.decode([String].self, forKey: .tricks)
    try super.init(from: try container.superDecoder())
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(tricks, forKey: .tricks)
    try super.encode(to: container.superEncoder())
  }
}

/// Shares one object with its superclass.
final class Bird: Animal {
  var wings = 2
  enum CodingKeys: CodingKey { case wings }
  override init() { super.init() }
  required init(from decoder: any Decoder) throws {
    wings = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .wings)
    try super.init(from: decoder)
  }
  override func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(wings, forKey: .wings)
    try super.encode(to: encoder)
  }
}

/// Nested containers of both kinds, and supers in a list.
struct Nested: Codable, Equatable {
  var a = 1, b = [2, 3], c = "c", d = 4

  enum Keys: CodingKey { case outer, list }
  enum Inner: CodingKey { case a, b, d }

  init() {}

  init(from decoder: any Decoder) throws {
    let outer = try decoder.container(keyedBy: Keys.self)
    let inner = try outer.nestedContainer(keyedBy: Inner.self, forKey: .outer)
    a = try inner.decode(Int.self, forKey: .a)
    var list = try inner.nestedUnkeyedContainer(forKey: .b)
    b = []
    while !list.isAtEnd { b.append(try list.decode(Int.self)) }
    var mixed = try outer.nestedUnkeyedContainer(forKey: .list)
    c = try mixed.superDecoder().singleValueContainer().decode(String.self)
    d = try mixed.nestedContainer(keyedBy: Inner.self).decode(Int.self, forKey: .d)
    var last = try mixed.nestedUnkeyedContainer()
    guard try last.decodeNil(), last.isAtEnd, mixed.isAtEnd else { throw Oops() }
  }

  func encode(to encoder: any Encoder) throws {
    var outer = encoder.container(keyedBy: Keys.self)
    var inner = outer.nestedContainer(keyedBy: Inner.self, forKey: .outer)
    var mixed = outer.nestedUnkeyedContainer(forKey: .list)
    try inner.encode(a, forKey: .a)
    var list = inner.nestedUnkeyedContainer(forKey: .b)
    for number in b { try list.encode(number) }
    try c.encode(to: mixed.superEncoder())
    var last = mixed.nestedContainer(keyedBy: Inner.self)
    try last.encode(d, forKey: .d)
    var empty = mixed.nestedUnkeyedContainer()
    try empty.encodeNil()
  }
}

struct Oops: Error {}

/// A dictionary key that is neither text nor a number.
struct Column: Hashable, Codable, CodingKeyRepresentable {
  var id: Int
  var codingKey: any CodingKey { Key(stringValue: "column-\(id)") }
  init(_ id: Int) { self.id = id }
  init?(codingKey: some CodingKey) {
    guard let id = Int(codingKey.stringValue.dropFirst(7)) else { return nil }
    self.id = id
  }
  struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
