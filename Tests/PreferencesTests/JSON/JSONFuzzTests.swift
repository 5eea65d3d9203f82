import Preferences
import TestSupport
import Testing

@Suite("JSON text under mutation")
struct JSONFuzzTests {
  struct Sample: Codable {
    var name: String
    var size: [String: Double]
    var list: [Int?]
    var nested: Nested?
    struct Nested: Codable { var flag: Bool; var text: String }
  }

  static let text = #"""
    {"name":"caf\u00e9 😀\n","size":{"w":1.5e2,"h":-0.25},"list":[1,null,30,-4e1],
     "nested":{"flag":true,"text":"\\\"\ud83d\ude00"},"other":[[],{},[{"a":[1]}],"é",1e400]}
    """#

  @Test(
    "twenty thousand mutations never crash, and what is read is written and read back as itself",
    arguments: [JSONParsingOptions(), .withComments])
  func mutations(_ options: JSONParsingOptions) throws {
    var generator = SeededGenerator(seed: 20_260_131)
    let original = Array(Self.text.utf8)
    let alphabet =
      Array("{}[]\",:\\/*u0123456789eE+-.tfn \n\u{0}é".utf8) + [0xFF, 0xED, 0xA0, 0x80]
    var unstable: [[UInt8]] = []
    var accepted = 0, decoded = 0
    for _ in 0..<20_000 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        let byte = alphabet.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: bytes.remove(at: place)
        case 1: bytes.insert(byte, at: place)
        case 2: bytes[place] = byte
        case 3:
          let other = Int.random(in: 0..<bytes.count, using: &generator)
          bytes.swapAt(place, other)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...12, using: &generator))
          bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
      }
      guard let value = try? JSONValue(parsing: bytes, options: options) else { continue }
      accepted += 1
      let text = try value.text()
      let again = try JSONValue(parsing: text)
      let pretty = try JSONValue(parsing: try value.text(.pretty))
      if try again != value || again.text() != text || pretty != value { unstable.append(bytes) }
      if let sample = try? JSONCoding.decode(Sample.self, from: value) {
        decoded += 1
        let written = try JSONCoding.encode(sample, over: value)
        if written["other"] != value["other"] { unstable.append(bytes) }
      }
    }
    #expect(unstable.map { String(decoding: $0, as: UTF8.self) } == [])
    // The mutations must reach beyond the parser, or the loop shows nothing.
    #expect(accepted > 1000 && accepted < 19_000)
    #expect(decoded > 500)
  }
}
