import Testing

@testable import PreferencesImport

@Suite("binary property lists")
struct BinaryPropertyListTests {
  private typealias Builder = BinaryPropertyListBuilder

  private func error(_ bytes: [UInt8]) -> String {
    do { return "no error: \(try BinaryPropertyListReader.read(bytes))" } catch {
      return error.description
    }
  }

  @Test("a set, which ends Foundation on Linux, is read")
  func set() throws {
    let bytes: [UInt8] =
      Array("bplist00".utf8) + [0x30 | 0x90, 0x01, 0x10, 0x05]
      + [0x08, 0x0A] + [0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 2]
      + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 12]
    var sample = bytes
    sample[8] = 0xC1
    #expect(sample.count == 46)
    #expect(try BinaryPropertyListReader.read(sample) == .set([.integer(5)]))
  }

  @Test(
    "every scalar is read exactly",
    arguments: [
      ([0x08], .bool(false)), ([0x09], .bool(true)),
      ([0x10, 0xFF], .integer(255)), ([0x11, 0xFF, 0xFF], .integer(65535)),
      ([0x12, 0xFF, 0xFF, 0xFF, 0xFF], .integer(4_294_967_295)),
      ([0x13] + [UInt8](repeating: 0xFF, count: 8), .integer(-1)),
      ([0x13, 0x80] + [UInt8](repeating: 0, count: 7), .integer(.min)),
      ([0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .integer(.max)),
      (
        [0x14] + [UInt8](repeating: 0, count: 8) + [UInt8](repeating: 0xFF, count: 8),
        .unsigned(.max)
      ),
      ([0x14] + [UInt8](repeating: 0xFF, count: 16), .integer(-1)),
      ([0x14] + [UInt8](repeating: 0, count: 15) + [7], .integer(7)),
      ([0x22, 0x3F, 0x80, 0, 0], .real(1)),
      ([0x23, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], .real(0.1)),
      ([0x33, 0x41, 0xC2, 0x24, 0x1B, 0x8D, 0xC5, 0x10, 0x2E], .date(608_712_475.539_59)),
      ([0x40], .data([])), ([0x42, 0, 255], .data([0, 255])),
      ([0x4F, 0x10, 0x02, 1, 2], .data([1, 2])),
      ([0x50], .string("")), ([0x53, 0x61, 0x00, 0x63], .string("a\0c")),
      ([0x62, 0x00, 0xE9, 0x65, 0xE5], .string("é日")),
      ([0x62, 0xD8, 0x3D, 0xDE, 0x00], .string("😀")),
      ([0x80, 0x05], .uid(5)), ([0x81, 0x01, 0x00], .uid(256)),
      ([0x87] + [UInt8](repeating: 0xFF, count: 8), .uid(.max)),
      ([0xA0], .array([])), ([0xC0], .set([])), ([0xD0], .dictionary([])),
    ] as [([UInt8], PropertyList)])
  func scalars(_ object: [UInt8], _ expected: PropertyList) throws {
    let read = try BinaryPropertyListReader.read(Builder.file([object]))
    if case .date(let seconds) = read, case .date(let wanted) = expected {
      #expect(abs(seconds - wanted) < 1e6)
      #expect(seconds.bitPattern == 0x41C2_241B_8DC5_102E)
    } else {
      #expect(read == expected)
    }
  }

  @Test("shared objects are read at each reference, members in the order of the file")
  func shared() throws {
    let list = try BinaryPropertyListReader.read(
      Builder.file([
        [0xD2, 1, 2, 3, 3], Builder.ascii("b"), Builder.ascii("a"), [0xA2, 4, 4], [0x09],
      ]))
    let pair = PropertyList.array([.bool(true), .bool(true)])
    #expect(list == .dictionary([.init("b", pair), .init("a", pair)]))
  }

  @Test(
    "what breaks the rules is refused with its place",
    arguments: [
      ([[0x00]], "byte 8: expected the marker of a property list object, found 0x0"),
      ([[0x15, 1]], "byte 8: expected the marker of a property list object, found 0x15"),
      ([[0xB0]], "byte 8: expected the marker of a property list object, found 0xb0"),
      (
        [[0x14, 1] + [UInt8](repeating: 0, count: 15)],
        "byte 8: expected an integer of 64 bits, found a larger one"
      ),
      ([[0x13, 1]], "byte 9: expected 8 items of 1 bytes, found 1 bytes before the offset table"),
      ([[0x52, 0x61, 0xE9]], "byte 10: expected an ASCII character, found 0xe9"),
      ([[0x61, 0xD8, 0x3D]], "byte 8: expected a UTF-16 string, found a lone surrogate"),
      (
        [[0x62, 0x00, 0x61]],
        "byte 9: expected 2 items of 2 bytes, found 2 bytes before the offset table"
      ),
      (
        [[0x4F, 0x13, 0x7F] + [UInt8](repeating: 0xFF, count: 7)],
        "byte 9: expected a count that fits the file, found 9223372036854775807"
      ),
      ([[0x4F, 0x22]], "byte 9: expected an integer as count, found 0x22"),
      ([[0xA1, 9]], "byte 9: expected an object number below 1, found 9"),
      (
        [[0xAF, 0x10, 0x0B]],
        "byte 11: expected 11 items of 1 bytes, found 0 bytes before the offset table"
      ),
      (
        [[0xA1, 0]],
        "byte 8: expected containers that do not contain themselves, found object 0 inside itself"
      ),
      (
        [[0xA1, 1], [0xD1, 2, 0], [0x51, 0x61]],
        "byte 8: expected containers that do not contain themselves, found object 0 inside itself"
      ),
      (
        [[0xD1, 1, 1], [0x10, 1]], "byte 9: expected a string as dictionary key, found an integer"
      ),
      (
        [[0xD2, 1, 1, 1, 1], [0x51, 0x61]],
        "byte 8: expected each key once in a dictionary, found 'a' twice"
      ),
    ] as [([[UInt8]], String)])
  func malformed(_ objects: [[UInt8]], _ message: String) {
    #expect(error(Builder.file(objects)) == message)
  }

  @Test("keys that differ only in Unicode form are two keys")
  func unicodeKeys() throws {
    let list = try BinaryPropertyListReader.read(
      Builder.file([
        [0xD2, 1, 2, 3, 3], [0x61, 0x00, 0xE9], [0x62, 0x00, 0x65, 0x03, 0x01], [0x09],
      ]))
    guard case .dictionary(let members) = list else { Issue.record("no dictionary"); return }
    #expect(members.map { Array($0.key.utf8) } == [[0xC3, 0xA9], [0x65, 0xCC, 0x81]])
  }

  @Test("containers that multiply are refused, not unfolded")
  func multiplying() {
    // Ten references to ten references ..., 10^12 values in 150 bytes.
    var objects = (1...12).map { [0xAA] + [UInt8](repeating: $0, count: 10) }
    objects.append([0x09])
    #expect(
      error(Builder.file(objects))
        .hasSuffix(
          "expected a property list that unfolds to fewer values, found shared containers that multiply"
        ))
  }

  @Test("strings and data that multiply are refused")
  func multiplyingText() {
    var limits = BinaryPropertyListReader.Limits()
    limits.volume = 20
    let file = Builder.file([[0xA3, 1, 1, 1], Builder.ascii("12345678")])
    do {
      Issue.record("no error: \(try BinaryPropertyListReader.read(file, limits: limits))")
    } catch {
      #expect(error.kind == .tooLarge)
    }
  }

  @Test("nesting has a limit")
  func nesting() throws {
    let nested = { (count: UInt8) in
      Builder.file((1...count).map { [0xA1, $0] } + [[0x09]])
    }
    let limit = UInt8(PropertyList.maximumDepth)
    _ = try BinaryPropertyListReader.read(nested(limit))
    #expect(
      error(nested(limit + 1)).contains("expected at most \(limit) levels, found a deeper one"))
  }

  @Test(
    "a broken trailer is refused",
    arguments: [
      ([6], 0, "expected sizes of 1 to 8 bytes in the trailer, found 0 and 1"),
      ([7], 9, "expected sizes of 1 to 8 bytes in the trailer, found 2 and 9"),
      ([8], 255, "expected an offset table between byte 9 and the trailer"),
      ([15], 2, "expected an offset table between byte 9 and the trailer"),
      ([15], 0, "expected an offset table between byte 9 and the trailer"),
      ([23], 1, "expected an object number below 1, found 1"),
      ([24], 255, "expected an offset table between byte 9 and the trailer"),
      ([31], 8, "expected an offset table between byte 9 and the trailer"),
    ] as [([Int], UInt8, String)])
  func trailer(_ place: [Int], _ value: UInt8, _ message: String) {
    var bytes = Builder.file([[0x09]])
    for offset in place { bytes[bytes.count - 32 + offset] = value }
    #expect(error(bytes).contains(message), "\(error(bytes))")
  }

  @Test("an offset into the header or beyond the objects is refused", arguments: [0, 7, 9, 200])
  func offset(_ value: UInt8) {
    var bytes = Builder.file([[0x09]])
    // The table's only entry, two bytes before the trailer.
    bytes[bytes.count - 33] = value
    #expect(error(bytes) == "byte 9: expected an offset between 8 and 8, found \(value)")
  }
}
