/// Moments as text: "2026-01-31T09:30:00.123Z" (RFC 3339, ISO 8601), in the Gregorian calendar.
///
/// Years outside 0000...9999 are written with a sign and six digits, as in ECMAScript.
package enum ISO8601 {
  /// A hundred million days to both sides of 1970, the range of ECMAScript's dates.
  package static let milliseconds: ClosedRange<Int64> =
    -8_640_000_000_000_000...8_640_000_000_000_000

  /// The text of a moment in milliseconds since 1970 UTC; nil outside ``milliseconds``.
  package static func text(milliseconds time: Int64) -> String? {
    guard milliseconds.contains(time) else { return nil }
    let (days, rest) = floorDivide(time, 86_400_000)
    let (year, month, day) = date(days: days)
    let sign = year < 0 ? "-" : "+"
    let years =
      (0...9999).contains(year) ? padded(year, 4) : sign + padded(year.magnitude, 6)
    return "\(years)-\(padded(month, 2))-\(padded(day, 2))T\(padded(rest / 3_600_000, 2)):"
      + "\(padded(rest / 60_000 % 60, 2)):\(padded(rest / 1000 % 60, 2)).\(padded(rest % 1000, 3))Z"
  }

  /// The milliseconds since 1970 UTC of a text with date, time and time zone; nil when it is none.
  ///
  /// Digits beyond the millisecond are cut off; leap seconds and local times are refused.
  package static func milliseconds(_ text: String) -> Int64? {
    var rest = text.utf8[...]
    guard let year = takeYear(&rest), take(&rest, "-"), let month = takeNumber(&rest, 2),
      take(&rest, "-"), let day = takeNumber(&rest, 2), take(&rest, "T", "t", " "),
      let hour = takeNumber(&rest, 2), take(&rest, ":"), let minute = takeNumber(&rest, 2),
      take(&rest, ":"), let second = takeNumber(&rest, 2),
      let fraction = takeFraction(&rest), let offset = takeZone(&rest), rest.isEmpty,
      (1...12).contains(month), (0...23).contains(hour), (0...59).contains(minute),
      (0...59).contains(second)
    else { return nil }
    let days = self.days(year: year, month: month, day: day)
    guard date(days: days) == (year, month, day) else { return nil }
    let seconds = days * 86_400 + hour * 3600 + (minute - offset) * 60 + second
    let time = seconds * 1000 + fraction
    return milliseconds.contains(time) ? time : nil
  }

  private static func padded(_ number: some BinaryInteger, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}

// Days since 1970-01-01 to year, month, day and back, by Howard Hinnant's algorithms
// (https://howardhinnant.github.io/date_algorithms.html). All numbers stay below 10^14.
extension ISO8601 {
  private static func date(days: Int64) -> (Int64, Int64, Int64) {
    let (era, dayOfEra) = floorDivide(days + 719_468, 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }

  private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let (era, yearOfEra) = floorDivide(month <= 2 ? year - 1 : year, 400)
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  private static func floorDivide(_ number: Int64, _ divisor: Int64) -> (Int64, Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }
}

extension ISO8601 {
  private typealias Bytes = Substring.UTF8View

  private static func take(_ rest: inout Bytes, _ characters: Unicode.Scalar...) -> Bool {
    guard let byte = rest.first, characters.contains(Unicode.Scalar(byte)) else { return false }
    rest.removeFirst()
    return true
  }

  private static func takeNumber(_ rest: inout Bytes, _ width: Int) -> Int64? {
    let digits = rest.prefix(width)
    guard digits.count == width, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    rest.removeFirst(width)
    return Int64(Substring(digits))
  }

  private static func takeYear(_ rest: inout Bytes) -> Int64? {
    if take(&rest, "+") { return takeNumber(&rest, 6) }
    if take(&rest, "-") { return takeNumber(&rest, 6).map { -$0 } }
    return takeNumber(&rest, 4)
  }

  /// Milliseconds; 0 when there is no fraction.
  private static func takeFraction(_ rest: inout Bytes) -> Int64? {
    guard take(&rest, ".", ",") else { return 0 }
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard !digits.isEmpty else { return nil }
    rest.removeFirst(digits.count)
    let milliseconds = String(Substring(digits.prefix(3)))
    return Int64(milliseconds.padding(to: 3))
  }

  /// Minutes east of UTC.
  private static func takeZone(_ rest: inout Bytes) -> Int64? {
    if take(&rest, "Z", "z") { return 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard take(&rest, "+", "-"), let hours = takeNumber(&rest, 2) else { return nil }
    _ = take(&rest, ":")
    guard let minutes = takeNumber(&rest, 2), hours <= 23, minutes <= 59 else { return nil }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String {
    self + String(repeating: "0", count: max(0, width - utf8.count))
  }
}
