import Preferences

@testable import PreferencesImport
import TestSupport

/// Makes values of every type, the edges of each more often than chance would.
struct ValueGenerator {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  private mutating func pick<T>(_ choices: [T]) -> T {
    choices[Int.random(in: choices.indices, using: &generator)]
  }

  mutating func value() -> StoredValue {
    switch Int.random(in: 0..<14, using: &generator) {
    case 0: .null
    case 1: .bool(.random(using: &generator))
    case 2: .int(integer())
    case 3: .real(real())
    case 4: .text(text())
    case 5: .data(bytes())
    case 6: .date(milliseconds: pick([integer(), integer() / 1000 % 253_402_300_800_000 * 1000]))
    case 7: StoredValue(type: pick([.url, .uuid, .appearance]), storage: .text(text()))
    case 8: StoredValue(type: .colorBlob, storage: .blob(bytes()))
    case 9: StoredValue(type: .color, storage: components())
    case 10: StoredValue(type: StoredType(rawValue: "later"), storage: storage())
    case 11:
      StoredValue(type: pick([.text, .json, .url]), storage: .malformedText([0xFF] + bytes()))
    default: .json(json(depth: 0).description)
    }
  }

  private mutating func storage() -> StoredValue.Storage {
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: .null
    case 1: .integer(integer())
    case 2: .real(real())
    case 3: .text(text())
    case 4: .blob(bytes())
    default: components()
    }
  }

  private mutating func components() -> StoredValue.Storage {
    let values = (0..<4).map { _ in pick([0, 1, -0.0, 0.5, -1.25, 1e-10, 3]) as Double }
    return .components(red: values[0], green: values[1], blue: values[2], alpha: values[3])
  }

  private mutating func integer() -> Int64 {
    pick([0, 1, -1, .min, .max, .random(in: .min ... .max, using: &generator)])
  }

  private mutating func real() -> Double {
    let random = Double(bitPattern: generator.next())
    return pick([
      0, -0.0, 3, .infinity, -.infinity, .leastNonzeroMagnitude, random.isNaN ? 1 : random,
    ])
  }

  private mutating func bytes() -> [UInt8] {
    (0..<Int.random(in: 0..<9, using: &generator)).map { _ in
      .random(in: 0...255, using: &generator)
    }
  }

  private mutating func text() -> String {
    let parts = [
      "", "a", "\0", "\r", "\n", "\u{1}", "<", "&", "]]>", "é", "\u{65}\u{301}", "😀", "\u{FFFE}",
      "\u{10FFFF}", "$data", "$type", "CF$UID", " ", "\"", "\\", "1", "\u{2028}",
    ]
    return (0..<Int.random(in: 0..<5, using: &generator)).map { _ in pick(parts) }.joined()
  }

  private mutating func json(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth < 4 ? 10 : 6), using: &generator) {
    case 0: return .null
    case 1: return .bool(.random(using: &generator))
    case 2: return JSONValue(integer())
    case 3: return JSONValue(real()) ?? .string("inf")
    case 4:
      return JSONNumber(
        pick(["1.10", "1e400", "-0", "18446744073709551615", "99999999999999999999"])
      )
      .map(JSONValue.number) ?? .null
    case 5: return .string(text())
    case 6, 7:
      return .array(
        (0..<Int.random(in: 0..<4, using: &generator)).map { _ in json(depth: depth + 1) })
    default:
      let tags = [
        "$data", "$date", "$set", "$real", "CF$UID", "$$data", "$CF$UID", "$type", "$value", "$x",
      ]
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        object[pick([text(), pick(tags)])] = json(depth: depth + 1)
      }
      return .object(object)
    }
  }
}
