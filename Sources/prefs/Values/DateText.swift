/// Points in time as text: ISO 8601 with a zone, kept in milliseconds since 1970 UTC.
enum DateText {
  private static let millisecondsPerDay: Int64 = 86_400_000
  /// 0000-01-01 to the end of 9999, what SQLite's `strftime` can print.
  private static let printable: Range<Int64> = -62_167_219_200_000..<253_402_300_800_000

  /// Milliseconds since 1970 of `2026-03-01T12:30:00.250Z`, `2026-03-01 12:30+01:00` or `@0`.
  static func parse(_ text: String) -> Int64? {
    if text.hasPrefix("@") { return Int64(text.dropFirst()) }
    var rest = Array(text.utf8)[...]
    guard let year = number(&rest, 4), take(&rest, "-"),
      let month = number(&rest, 2), take(&rest, "-"),
      let day = number(&rest, 2), take(&rest, "Tt "),
      let hour = number(&rest, 2), take(&rest, ":"),
      let minute = number(&rest, 2)
    else { return nil }
    var second: Int64 = 0, milliseconds: Int64 = 0
    if take(&rest, ":") {
      guard let value = number(&rest, 2) else { return nil }
      second = value
      if take(&rest, ".,") {
        guard let value = fraction(&rest) else { return nil }
        milliseconds = value
      }
    }
    guard let offset = zone(&rest), rest.isEmpty,
      (1...12).contains(month), (1...days(inMonth: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60
    else { return nil }
    let seconds = (hour * 60 + minute - offset) * 60 + second
    return days(to: year, month, day) * millisecondsPerDay + seconds * 1000 + milliseconds
  }

  /// `2026-03-01T12:30:00.250Z`, or `@` and the milliseconds outside the years 0 to 9999.
  static func print(_ milliseconds: Int64) -> String {
    guard printable.contains(milliseconds) else { return "@\(milliseconds)" }
    // Counted from 0000-03-01, so that the leap day ends a year.
    let day = milliseconds.floored(by: millisecondsPerDay) + 719_468
    let inDay = milliseconds - milliseconds.floored(by: millisecondsPerDay) * millisecondsPerDay
    let era = day.floored(by: 146_097)
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    let date = [pad(year, 4), pad(month, 2), pad(dayOfYear - (153 * shifted + 2) / 5 + 1, 2)]
    let time = [pad(inDay / 3_600_000, 2), pad(inDay / 60_000 % 60, 2), pad(inDay / 1000 % 60, 2)]
    return date.joined(separator: "-") + "T" + time.joined(separator: ":") + "."
      + pad(inDay % 1000, 3) + "Z"
  }

  /// Days from 1970-01-01, in the Gregorian calendar extended to all years.
  private static func days(to year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = year.floored(by: 400)
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func days(inMonth month: Int64, of year: Int64) -> Int64 {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Minutes east of Greenwich: `Z`, `+01:00`, `+0100` or `+01`.
  private static func zone(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    if take(&rest, "Zz") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take(&rest, "+-"), let hours = number(&rest, 2), hours < 24 else { return nil }
    var minutes: Int64 = 0
    if !rest.isEmpty {
      _ = take(&rest, ":")
      guard let value = number(&rest, 2), value < 60 else { return nil }
      minutes = value
    }
    return (hours * 60 + minutes) * (isWest ? -1 : 1)
  }

  /// Milliseconds, rounded to the nearest: other programs write microseconds.
  private static func fraction(_ rest: inout ArraySlice<UInt8>) -> Int64? {
    let digits = rest.prefix { (48...57).contains($0) }
    guard (1...9).contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    let padded = digits + Array(repeating: 48, count: 9 - digits.count)
    let nanoseconds = padded.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) }
    return (nanoseconds + 500_000) / 1_000_000
  }

  private static func number(_ rest: inout ArraySlice<UInt8>, _ count: Int) -> Int64? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
  }

  private static func take(_ rest: inout ArraySlice<UInt8>, _ characters: String) -> Bool {
    guard let first = rest.first, characters.utf8.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  private static func pad(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension Int64 {
  /// The quotient rounded down, also below zero.
  fileprivate func floored(by divisor: Int64) -> Int64 {
    let quotient = self / divisor
    return self % divisor < 0 ? quotient - 1 : quotient
  }
}
