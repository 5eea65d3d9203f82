package import Preferences
internal import SQLiteCore

// A property list inside a `json` value. What JSON cannot say is a tag, an object of one member:
// {"$data": base64}, {"$date": ISO 8601, or seconds since 2001 as a number}, {"$set": [...]},
// {"$real": "inf"}, {"CF$UID": 5}. A dictionary of the file whose only key looks like a tag gets
// one more `$`, so that nothing is ambiguous.
extension PropertyList {
  /// Why a value has no JSON form.
  package struct Unsayable: Error {
    package var reason: String
  }

  static let uidKey = "CF$UID"

  /// The value as JSON: integers without a point, reals with one.
  ///
  /// - Parameter sortsKeys: orders members by the bytes of their names, for binary files, whose
  ///   order is that of a hash table; otherwise the order of the file is kept.
  package func json(sortsKeys: Bool) throws(Unsayable) -> JSONValue {
    switch self {
    case .bool(let value): return .bool(value)
    case .integer(let value): return JSONValue(value)
    case .unsigned(let value): return JSONValue(value)
    case .real(let value): return Self.json(value)
    case .string(let value): return .string(value)
    case .data(let bytes): return ["$data": .string(Base64.text(of: bytes))]
    case .date(let seconds): return ["$date": Self.json(date: seconds)]
    case .array(let elements): return .array(try Self.json(elements, sortsKeys: sortsKeys))
    case .set(let elements): return ["$set": .array(try Self.json(elements, sortsKeys: sortsKeys))]
    case .uid(let number): return [Self.uidKey: JSONValue(number)]
    case .dictionary(let members):
      if let value = StoredValue(typedForm: self), value.type == .json,
        case .text(let text) = value.storage, let json = try? JSONValue(parsing: text)
      {
        return json
      }
      return try Self.json(members, sortsKeys: sortsKeys)
    }
  }

  private static func json(
    _ elements: [PropertyList], sortsKeys: Bool
  ) throws(Unsayable) -> [JSONValue] {
    var values: [JSONValue] = []
    values.reserveCapacity(elements.count)
    for element in elements { values.append(try element.json(sortsKeys: sortsKeys)) }
    return values
  }

  private static func json(
    _ members: [Member], sortsKeys: Bool
  ) throws(Unsayable) -> JSONValue {
    if members.count == 1, looksLikeTag(members[0].key) {
      return ["$" + members[0].key: try members[0].value.json(sortsKeys: sortsKeys)]
    }
    var object = JSONObject()
    for member in members {
      guard object.append(member.key, try member.value.json(sortsKeys: sortsKeys)) else {
        throw Unsayable(
          reason: "two keys differ only in their Unicode form, \(member.key.quotedForMessage)")
      }
    }
    if sortsKeys { object.sortByName() }
    return .object(object)
  }

  private static func looksLikeTag(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "$") || key == uidKey
  }

  private static func json(_ value: Double) -> JSONValue {
    JSONValue(value)
      ?? ["$real": value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"]
  }

  private static func json(date seconds: Double) -> JSONValue {
    text(date: seconds).map(JSONValue.string) ?? json(seconds)
  }

  /// The value of a tag; nil for anything else.
  private init?(tag name: String, _ value: JSONValue) {
    switch (name, value) {
    case ("$data", .string(let text)):
      guard let bytes = Base64.bytes(text) else { return nil }
      self = .data(bytes)
    case ("$real", .string("nan")): self = .real(.nan)
    case ("$real", .string("inf")): self = .real(.infinity)
    case ("$real", .string("-inf")): self = .real(-.infinity)
    case (Self.uidKey, .number(let number)):
      guard let value = UInt64(number.description) else { return nil }
      self = .uid(value)
    case ("$date", .string(let text)):
      guard let seconds = PropertyList.date(text: text) else { return nil }
      self = .date(seconds)
    default: return nil
    }
  }

  /// The JSON value as an XML property list can say it.
  ///
  /// What it cannot say, at whatever depth, is a dictionary `{"$type": "json", "$value": text}`:
  /// null, a number of other digits than ours, a character that XML forbids, sets and fractions of
  /// a second, and objects that would read back as something else.
  package init(_ json: JSONValue) {
    switch json {
    case .bool(let value): self = .bool(value)
    case .number(let number): self = Self(number) ?? Self(quoting: json)
    case .string(let text) where text.isXMLText: self = .string(text)
    case .array(let elements): self = .array(elements.map { PropertyList($0) })
    case .object(let object): self = Self(object) ?? Self(quoting: json)
    case .null, .string: self = Self(quoting: json)
    }
  }

  private init?(_ number: JSONNumber) {
    let text = number.description
    if let value = Int64(text), String(value) == text {
      self = .integer(value)
    } else if let value = UInt64(text), String(value) == text {
      self = .unsigned(value)
    } else if let value = number.double, value.description == text {
      self = .real(value)
    } else {
      return nil
    }
  }

  private init?(_ object: JSONObject) {
    let members = object.members
    if members.count == 1, Self.looksLikeTag(members[0].name) {
      let (name, value) = members[0]
      if let tagged = PropertyList(tag: name, value) {
        guard let again = try? tagged.json(sortsKeys: false),
          again.description.utf8.elementsEqual(JSONValue.object(object).description.utf8)
        else { return nil }
        self = tagged
        return
      }
      // Undo the escape; what is left must not be taken for a UID by readers of XML.
      let inner = String(name.dropFirst())
      guard name.utf8.first == UInt8(ascii: "$"), inner.isXMLText, inner != Self.uidKey,
        Self.looksLikeTag(inner)
      else { return nil }
      self = .dictionary([Member(inner, PropertyList(value))])
      return
    }
    guard members.allSatisfy({ $0.name.isXMLText }) else { return nil }
    let list = PropertyList.dictionary(members.map { Member($0.name, PropertyList($0.value)) })
    guard list["$type"] == nil else { return nil }
    self = list
  }

  private init(quoting json: JSONValue) {
    self = StoredValue.json(json.description).typedForm
  }
}

extension String {
  /// Whether XML 1.0 can hold every character, and our reader would take it back.
  package var isXMLText: Bool { unicodeScalars.allSatisfy(\.isXMLCharacter) && !hasPiledMarks }
}
