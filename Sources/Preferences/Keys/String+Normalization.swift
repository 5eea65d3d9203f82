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
}
