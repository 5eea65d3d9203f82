import Foundation
import Preferences
import TestSupport
import Testing

@Suite("Deep JSON on a small stack")
struct JSONStackTests {
  /// As deep as the limit allows, through classes, enums and lists of optionals.
  indirect enum Chain: Codable, Equatable {
    case end
    case link(Chain)
  }

  struct Row: Codable, Equatable { var next: [Row?] }

  @Test(
    "parsing, coding and writing at the limit leave room on a thread of 512 KiB",
    .disabled(
      if: Sanitizer.isAddress, "what AddressSanitizer puts round each variable has no room there"))
  func smallStack() async throws {
    let done = await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: Result { try Self.exercise() }) }
      thread.stackSize = 320 * 1024
      thread.start()
    }
    try done.get()
  }

  static func exercise() throws {
    // A case is an object in an object, a row an object, a list and an optional.
    let chain = (0..<JSONValue.maximumDepth / 2 - 1).reduce(Chain.end) { chain, _ in .link(chain) }
    let row = (0..<JSONValue.maximumDepth / 3 - 1).reduce(Row(next: [])) { row, _ in
      Row(next: [row])
    }
    try check(chain)
    try check(row)
    let brackets = String(repeating: "[", count: JSONValue.maximumDepth)
    let value = try JSONValue(
      parsing: brackets + String(repeating: "]", count: JSONValue.maximumDepth))
    guard try JSONValue(parsing: value.text()) == value, value.hashValue == value.hashValue else {
      throw Oops()
    }
  }

  static func check<V: Codable & Equatable>(_ value: V) throws {
    let tree = try JSONCoding.encode(value)
    let previous = try JSONValue(parsing: tree.text(.pretty))
    guard case .object(var members) = previous else { throw Oops() }
    members["unknown"] = 1
    let over = try JSONCoding.encode(value, over: .object(members))
    guard try JSONCoding.decode(V.self, from: over, defaults: tree) == value else { throw Oops() }
  }
}
