/// The integer types of GVariant, by the letters and the words of its text format.
enum GVariantInteger: String, Hashable, Sendable, CaseIterable {
  case byte, int16, uint16, int32, uint32, handle, int64, uint64

  init?(letter: UInt8) {
    let letters = Array("ynqiuhxt".utf8)
    guard let index = letters.firstIndex(of: letter) else { return nil }
    self = Self.allCases[index]
  }

  /// The smallest and the largest number.
  var limits: ClosedRange<Int128> {
    switch self {
    case .byte: 0...255
    case .int16: Int128(Int16.min)...Int128(Int16.max)
    case .uint16: 0...Int128(UInt16.max)
    case .int32, .handle: Int128(Int32.min)...Int128(Int32.max)
    case .uint32: 0...Int128(UInt32.max)
    case .int64: Int128(Int64.min)...Int128(Int64.max)
    case .uint64: 0...Int128(UInt64.max)
    }
  }
}
