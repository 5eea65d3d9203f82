import Foundation
import Testing

@testable import prefs

@Suite("Dates as text")
struct DateTextTests {
  @Test("agrees with Foundation's calendar for every month of many years")
  func agreesWithFoundation() throws {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for month in stride(from: Int64(0), to: 12 * 8_000, by: 1) {
      // Steps of 30.6 days from the year 1700 on, with hours and milliseconds that vary.
      let milliseconds = -8_520_336_000_000 + month * 2_643_840_123
      let expected = Date(timeIntervalSince1970: Double(milliseconds) / 1000).formatted(format)
      let text = DateText.print(milliseconds)
      #expect(text.prefix(19) == expected.prefix(19))
      #expect(DateText.parse(text) == milliseconds)
    }
  }
}
