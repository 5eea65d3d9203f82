// The only file besides Values/JSON/Foundation+JSON.swift that knows Foundation; FoundationEssentials
// has the four types and costs far less to load than all of Foundation.
#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Date: PreferenceValue {
  /// Tag `date`: milliseconds since 1970 UTC, rounded to the nearest.
  public static let preferenceCodec = PreferenceCodec<Date>(
    .date,
    encode: { (date) throws(CodecError) in
      guard let time = Int64(exactly: (date.timeIntervalSince1970 * 1000).rounded()) else {
        throw .notRepresentable("a date that 64 bits of milliseconds cannot hold")
      }
      return .integer(time)
    },
    decode: { (storage) throws(CodecError) in
      guard case .integer(let time) = storage else { throw .unreadable("expected milliseconds") }
      return Date(timeIntervalSince1970: Double(time) / 1000)
    })
}

extension Data: PreferenceValue {
  /// Tag `data`.
  public static let preferenceCodec = PreferenceCodec<Data>.converting(
    [UInt8].preferenceCodec, to: { Array($0) }, from: { Data($0) })
}

extension URL: PreferenceValue {
  /// Tag `url`: the absolute text.
  public static let preferenceCodec = PreferenceCodec<URL>(
    .url, encode: { .text($0.absoluteString) },
    decode: { (storage) throws(CodecError) in
      guard case .text(let text) = storage, let url = URL(string: text) else {
        throw .unreadable("not a URL")
      }
      return url
    })
}

extension UUID: PreferenceValue {
  /// Tag `uuid`: the 36 characters of RFC 9562, upper case.
  public static let preferenceCodec = PreferenceCodec<UUID>(
    .uuid, encode: { .text($0.uuidString) },
    decode: { (storage) throws(CodecError) in
      guard case .text(let text) = storage, let uuid = UUID(uuidString: text) else {
        throw .unreadable("not a UUID")
      }
      return uuid
    })
}

extension PreferenceChange {
  /// When the change was made, by the clock of that moment.
  public var date: Date { Date(timeIntervalSince1970: Double(changedAt) / 1000) }
}

extension HistoryPoint {
  /// After the last change that was made at this time or earlier.
  public static func time(_ date: Date) -> Self {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    // Beyond the ends of Int64 nothing was ever changed.
    return .time(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds < 0 ? .min : .max))
  }
}

/// RFC 4648, section 4, with padding.
package enum Base64 {
  package static func text(of bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
  /// Nil for text that is no base64.
  package static func bytes(_ text: String) -> [UInt8]? {
    // Foundation takes `====` for a byte, and forgives stray bits: only what it would write counts.
    guard let data = Data(base64Encoded: text), data.base64EncodedString() == text else {
      return nil
    }
    return Array(data)
  }
}
