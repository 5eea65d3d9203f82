import Preferences

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Moments of the past as people write them; without a zone they are in the local one.
enum MomentText {
  /// What may be written.
  static let forms =
    "2026-03-01T14:00:00Z, 2026-03-01 14:00, 2h ago, yesterday 14:00, now, or #123 for a change"

  /// The moment that a text names; nil when it names none.
  static func parse(_ text: String, now: Int64 = Self.now) -> HistoryPoint? {
    if let sequence = sequence(text) { return .sequence(sequence) }
    return time(text.lowercased(), now: now).map { .time(milliseconds: $0) }
  }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  /// `#123`, `seq:123` or `123`.
  private static func sequence(_ text: String) -> Int64? {
    var digits = text[...]
    for prefix in ["#", "seq:"] where digits.hasPrefix(prefix) {
      digits = digits.dropFirst(prefix.count)
      break
    }
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return Int64(digits)
  }

  private static func time(_ text: String, now: Int64) -> Int64? {
    if text == "now" { return now }
    if let time = DateText.parse(text.uppercased()) { return time }
    if text.hasSuffix(" ago") { return ago(text.dropLast(4), now: now) }
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if let day: Int32 = ["today": 0, "yesterday": -1][words.first ?? ""] {
      return local(day: day, at: words.count == 2 ? words[1] : "00:00", now: now)
    }
    return date(text) ?? local(day: 0, at: text, now: now)
  }

  /// `2h`, `90 s`, `3 days`: before now.
  private static func ago(_ text: Substring, now: Int64) -> Int64? {
    guard let match = text.wholeMatch(of: /([0-9]{1,9}) ?([a-z]+)/) else { return nil }
    let units: [(names: [Substring], seconds: Int64)] = [
      (["s", "sec", "second", "seconds"], 1), (["m", "min", "minute", "minutes"], 60),
      (["h", "hour", "hours"], 3600), (["d", "day", "days"], 86_400),
      (["w", "week", "weeks"], 7 * 86_400),
    ]
    guard let count = Int64(match.1), let unit = units.first(where: { $0.names.contains(match.2) })
    else { return nil }
    return now - count * unit.seconds * 1000
  }

  /// `2026-03-01`, with or without a time.
  private static func date(_ text: String) -> Int64? {
    guard
      let match = text.wholeMatch(
        of: /([0-9]{4})-([0-9]{2})-([0-9]{2})(?:[t ]([0-9]{2}:[0-9]{2}(?::[0-9]{2})?))?/),
      let year = Int32(match.1), let month = Int32(match.2), let day = Int32(match.3),
      (1...12).contains(month)
    else { return nil }
    var parts = tm()
    (parts.tm_year, parts.tm_mon, parts.tm_mday) = (year - 1900, month - 1, day)
    guard let time = milliseconds(&parts, at: match.4.map(String.init) ?? "00:00"),
      // The 30th of February would be one of March.
      parts.tm_mday == day, parts.tm_mon == month - 1
    else { return nil }
    return time
  }

  private static func local(day: Int32, at time: String, now: Int64) -> Int64? {
    var seconds = time_t(now / 1000), parts = tm()
    tzset()
    localtime_r(&seconds, &parts)
    parts.tm_mday += day
    return milliseconds(&parts, at: time)
  }

  /// The clock time `14:00` or `14:00:30` on the day of the parts, which are made regular.
  private static func milliseconds(_ parts: inout tm, at text: String) -> Int64? {
    guard let match = text.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?/),
      let hour = Int32(match.1), let minute = Int32(match.2),
      let second = Int32(match.3 ?? "0"), hour < 24, minute < 60, second < 60
    else { return nil }
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (hour, minute, second)
    parts.tm_isdst = -1
    return Int64(mktime(&parts)) * 1000
  }

  /// A time in the local zone, with its offset: `2026-03-01T14:00:00+01:00`.
  static func local(_ milliseconds: Int64) -> String {
    // What the calendar does not reach is shown as a number.
    guard ISO8601.milliseconds.contains(milliseconds) else { return DateText.print(milliseconds) }
    let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1000)
    var seconds = time_t(remainder < 0 ? quotient - 1 : quotient), parts = tm()
    tzset()
    localtime_r(&seconds, &parts)
    let offset = Int64(parts.tm_gmtoff)
    let text = DateText.print((Int64(seconds) + offset) * 1000).prefix { $0 != "." }
    let minutes = Int32(clamping: abs(offset) / 60)
    return text + (offset < 0 ? "-" : "+") + formatted("%02d:%02d", minutes / 60, minutes % 60)
  }
}
