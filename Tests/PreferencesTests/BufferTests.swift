import Foundation
@testable import Preferences
import SQLiteCore
import TestSupport
import Testing

@Suite("Writes that are collected")
struct BufferTests {
  let folder: TemporaryFolder
  let store: PreferenceStore
  private let number = PreferenceStore.Key("number", in: "Test", default: 0)
  private let text = PreferenceStore.Key("text", in: "Test", default: "")

  init() throws {
    folder = try TemporaryFolder()
    store = try PreferenceStore(path: folder.file())
  }

  @Test(
    "the last value of each key is stored, all in one change set; before, only the buffer has them")
  func together() throws {
    let buffer = PreferenceBuffer(store, delay: .seconds(600), origin: "slider")
    for value in 1...100 { buffer[number] = value }
    buffer[text] = "x"
    #expect(buffer[number] == 100)
    #expect(store[number] == 0)
    try buffer.flush()
    #expect(store[number] == 100 && store[text] == "x")
    let sets = try store.changeSets(limit: 9)
    #expect(sets.map(\.count) == [2] && sets[0].origin == "slider")
    try buffer.flush()
    #expect(try store.changeSets(limit: 9).count == 1)
  }

  @Test("they are stored by themselves after a moment, and when the buffer goes away")
  func byThemselves() async throws {
    var buffer: PreferenceBuffer? = PreferenceBuffer(store, delay: .milliseconds(20))
    buffer?[number] = 5
    for _ in 0..<2000 where store[number] == 0 { try await Task.sleep(for: .milliseconds(5)) }
    #expect(store[number] == 5)
    buffer = PreferenceBuffer(store, delay: .seconds(600))
    buffer?[number] = 6
    #expect(store[number] == 5)
    buffer = nil
    #expect(store[number] == 6)
  }

  @Test("a value that cannot be stored is an error of the flush, and does not hold up later ones")
  func refused() throws {
    let fraction = PreferenceStore.Key("fraction", in: "Test", default: 0.0)
    let buffer = PreferenceBuffer(store, delay: .seconds(600))
    buffer[fraction] = .nan
    #expect(throws: PreferenceError.self) { try buffer.flush() }
    buffer[fraction] = 1
    try buffer.flush()
    #expect(store[fraction] == 1)
  }

  @Test("while a value is being stored the buffer reads it already")
  func whileStored() throws {
    let seen = Lock([Int]())
    let holder = Lock<PreferenceBuffer?>(nil)
    let key = self.number
    let codec = PreferenceCodec<Int>.converting(
      Int.preferenceCodec,
      to: { value in
        seen.withLock { $0.append(holder.withLock { $0 }?[key] ?? -1) }
        return value
      }, from: { $0 })
    let buffer = PreferenceBuffer(store, delay: .seconds(600))
    holder.withLock { $0 = buffer }
    buffer[key] = 7
    try buffer.set(1, for: PreferenceStore.Key("spy", in: "Test", codec: codec, default: 0))
    try buffer.flush()
    holder.withLock { $0 = nil }
    #expect(seen.withLock { $0 } == [7] && store[key] == 7)
  }

  @Test("flushes at the same time leave the last value, and the buffer never reads an older one")
  func atTheSameTime() throws {
    let buffer = PreferenceBuffer(store, delay: .seconds(600))
    let key = number
    let wasOlder = Lock(0)
    for round in 1...40 {
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        if thread == 0 {
          for step in 1...20 {
            buffer[key] = round * 1000 + step
            if buffer[key] != round * 1000 + step { wasOlder.withLock { $0 += 1 } }
          }
        }
        try? buffer.flush()
      }
      try buffer.flush()
      #expect(store[key] == round * 1000 + 20, "round \(round)")
    }
    #expect(wasOlder.withLock { $0 } == 0)
  }

  @Test("a write may be less durable than the store's others; the next one is as before")
  func durability() throws {
    func synchronous() throws -> Int64? {
      try store.withWriter(wrap: { $0 as any Error }) { (_, connection) throws in
        try connection.integer("PRAGMA synchronous")
      }
    }
    try store.set(1, for: number)
    #expect(try synchronous() == 3)
    try store.transaction(durability: .normal) { (transaction) throws(PreferenceError) in
      transaction[number] = 2
      let now = try transaction.reading { (connection) throws(SQLiteError) in
        try connection.integer("PRAGMA synchronous")
      }
      #expect(now == 1)
    }
    #expect(try synchronous() == 3)
    try store.set(3, for: number, durability: .normal)
    #expect(store[number] == 3)
    #expect(try synchronous() == 3)
  }
}
