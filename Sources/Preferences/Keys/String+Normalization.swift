#if canImport(Darwin)
  import Foundation
#else
  // The standard library's own normaliser; on Linux the public one would cost all of Foundation.
  @_spi(_Unicode) import Swift
#endif

extension String {
  /// Unicode normalisation form C (UAX #15).
  package var normalizedToNFC: String {
    if utf8.allSatisfy({ $0 < 0x80 }) { return self }
    #if canImport(Darwin)
      return precomposedStringWithCanonicalMapping
    #else
      var scalars = UnicodeScalarView()
      scalars.append(contentsOf: _nfc)
      return String(scalars)
    #endif
  }

  /// The most marks on one character in a text of a stranger; no language comes near.
  package static let mostMarks = 256

  /// Whether a character has more marks than that.
  ///
  /// Swift compares and hashes texts in their normal form, for which the marks of a character are
  /// sorted in time with the square of their number: 100 KB of them would cost seconds each time.
  package var hasPiledMarks: Bool {
    guard utf8.count > 2 * Self.mostMarks else { return false }
    var marks = 0
    for scalar in unicodeScalars {
      // No mark comes before U+0300.
      let isMark =
        scalar.value >= 0x300 && scalar.properties.canonicalCombiningClass != .notReordered
      marks = isMark ? marks + 1 : 0
      if marks > Self.mostMarks { return true }
    }
    return false
  }
}
