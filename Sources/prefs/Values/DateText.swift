import Preferences

/// Points in time as text: ISO 8601 with a zone, or `@` and the milliseconds since 1970 UTC.
enum DateText {
  /// Milliseconds since 1970 of `2026-03-01T12:30:00.250Z`, `2026-03-01 12:30:00+01:00` or `@0`.
  static func parse(_ text: String) -> Int64? {
    text.hasPrefix("@") ? Int64(text.dropFirst()) : ISO8601.milliseconds(text)
  }

  /// `2026-03-01T12:30:00.250Z`, or `@` and the milliseconds where the calendar does not reach.
  static func print(_ milliseconds: Int64) -> String {
    ISO8601.text(milliseconds: milliseconds) ?? "@\(milliseconds)"
  }
}
