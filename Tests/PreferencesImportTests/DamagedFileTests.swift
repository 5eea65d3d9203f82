import Testing

@testable import PreferencesImport
import TestSupport

/// A damaged file gives an error or a result: never a crash, never a hang.
@Suite("damaged files", .enabled(if: RealFiles.arePresent, "no shared data"))
struct DamagedFileTests {
  @Test("a cut-off file is refused at every tenth byte", arguments: RealFiles.all)
  func truncation(_ name: String) throws {
    let bytes = try RealFiles.bytes(name)
    // White space after the last tag is no loss.
    let last = bytes.lastIndex { !$0.isXMLSpace } ?? 0
    let step = Thoroughness.isFull || last < 4000 ? 10 : 211
    for count in stride(from: 0, to: last, by: step) {
      do {
        let result = try PreferencesImporter.read(
          Array(bytes.prefix(count)), namespace: "N", key: "k")
        Issue.record("\(name) cut at \(count): \(result.report)")
      } catch {
        #expect(!error.expected.isEmpty && !error.found.isEmpty)
      }
    }
  }

  private static let binary = ["window-manager-prefs", "symbolic-hotkeys"].map {
    "plist/\($0).plist"
  }
  private static let text = ["settings-bundle-title-only", "shortcuts-array"].map {
    "plist/\($0).plist"
  }

  @Test("flipped bytes harm neither parser", arguments: [binary, text])
  func flips(_ names: [String]) throws {
    var generator = SeededGenerator(seed: 20_260)
    let files = try names.map(RealFiles.bytes)
    var refused = 0
    let rounds = Thoroughness.isFull ? 20_000 : 2000
    for round in 0..<rounds {
      var bytes = files[round % files.count]
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      do { _ = try PreferencesImporter.read(bytes, namespace: "N") } catch { refused += 1 }
    }
    #expect(refused > rounds / 20)
  }

  @Test("bytes in the tables of a binary file, where damage does most harm")
  func tables() throws {
    var generator = SeededGenerator(seed: 7)
    let file = try RealFiles.bytes("plist/symbolic-hotkeys.plist")
    for _ in 0..<(Thoroughness.isFull ? 5000 : 1000) {
      var bytes = file
      let place = bytes.count - 1 - Int.random(in: 0..<600, using: &generator)
      bytes[place] = .random(in: 0...255, using: &generator)
      bytes[Int.random(in: 8..<200, using: &generator)] =
        [0xA1, 0xAF, 0xC2, 0xDF, 0xD1, 0x80]
        .randomElement(using: &generator) ?? 0
      _ = try? PreferencesImporter.read(bytes, namespace: "N")
    }
  }
}
