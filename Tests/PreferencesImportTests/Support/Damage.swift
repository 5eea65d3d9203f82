import Foundation
import Testing

@testable import PreferencesImport
import TestSupport

/// Reads damaged copies of real files: each gives an error with a place and a reason, or a result,
/// never a crash. First every file cut at each tenth byte, then files with flipped bytes: 2,000 in
/// the short form, 20,000 in the thorough one, which also looks at time and memory.
func expectDamageIsHarmless(
  to names: [String], _ options: ImportOptions = ImportOptions(namespace: "N"),
  seed: UInt64 = 20_261
) throws {
  let files = try names.map(RealFiles.bytes)
  for (name, file) in zip(names, files) {
    let step = Thoroughness.isFull || file.count < 4000 ? 10 : 211
    for count in stride(from: 0, to: file.count, by: step) {
      expectOutcome(Array(file.prefix(count)), options, "\(name) cut at \(count)")
    }
  }
  var generator = SeededGenerator(seed: seed)
  for round in 0..<(Thoroughness.isFull ? 20_000 : 2000) {
    var bytes = files[round % files.count]
    for _ in 0...Int.random(in: 0..<3, using: &generator) {
      bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
        in: 0...255, using: &generator)
    }
    expectOutcome(bytes, options, "\(names[round % files.count]), seed \(seed), round \(round)")
  }
}

private func expectOutcome(_ bytes: [UInt8], _ options: ImportOptions, _ what: String) {
  let start = ContinuousClock.now
  do {
    let result = try PreferencesImporter.read(bytes, options)
    #expect(!result.report.format.isEmpty, "\(what)")
  } catch {
    #expect(!error.expected.isEmpty && !error.found.isEmpty, "\(what)")
  }
  guard Thoroughness.isFull else { return }
  #expect(ContinuousClock.now - start < .seconds(1), "\(what)")
}
