import Foundation
import Preferences
import Testing

@Suite("Foundation's types in JSON")
struct JSONFoundationTests {
  struct Holder: Codable, Equatable {
    var date = Date(timeIntervalSince1970: 1_769_851_800.123)
    var url = URL(string: "https://example.com/a?b=c#d")
    var uuid = UUID(uuid: (0xAB, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
    var data = Data([0, 255, 62])
    var decimal = Decimal(string: "12345678901234567890.125")
    var dates: [String: [Date?]] = ["a": [nil, Date(timeIntervalSince1970: 0)]]
    var none: Date?
  }

  @Test("they have readable forms wherever they stand, and come back")
  func forms() throws {
    let tree = try JSONCoding.encode(Holder())
    #expect(
      try tree.text()
        == #"{"date":"2026-01-31T09:30:00.123Z","url":"https://example.com/a?b=c#d","#
        + #""uuid":"AB010203-0405-0607-0809-0A0B0C0D0E0F","data":"AP8+","#
        + #""decimal":12345678901234567890.125,"#
        + #""dates":{"a":[null,"1970-01-01T00:00:00.000Z"]},"none":null}"#)
    let again = try JSONCoding.decode(Holder.self, from: tree)
    #expect(try JSONCoding.encode(again) == tree)
    #expect(abs(again.date.timeIntervalSince(Holder().date)) < 0.001)
    #expect(again.url == Holder().url && again.uuid == Holder().uuid && again.data == Holder().data)
    #expect(again.decimal == Holder().decimal)
    #expect(try JSONCoding.encode(Holder().date) == "2026-01-31T09:30:00.123Z")
  }

  @Test("what is none of them is refused with the path")
  func refused() throws {
    let tree = try JSONCoding.encode(Holder())
    for (name, value, expected) in [
      ("date", "2026-02-30T00:00:00Z", "a date such as 2026-01-31T09:30:00.123Z"),
      ("uuid", "AB", "a UUID"), ("data", "a", "base64 text"), ("url", "", "a URL"),
      ("decimal", "1", "a decimal number"), ("date", 5, "a date such as 2026-01-31T09:30:00.123Z"),
    ] as [(String, JSONValue, String)] {
      var tree = tree
      tree[name] = value
      #expect(
        throws: JSONCodingError.undecodable(
          path: name,
          reason: "expected \(expected), found \(value.int64 == nil ? "text" : "a number")")
      ) { try JSONCoding.decode(Holder.self, from: tree) }
    }
  }

  @Test(
    "a date without a form is refused, one far away is not",
    arguments: [
      (.nan, nil), (.infinity, nil), (1e300, nil), (8.64e12, "+275760-09-13T00:00:00.000Z"),
      (8.7e12, nil), (-8.64e12, "-271821-04-20T00:00:00.000Z"),
    ] as [(Double, String?)])
  func distant(_ seconds: Double, _ text: String?) throws {
    let date = Date(timeIntervalSince1970: seconds)
    #expect((try? JSONCoding.encode(date))?.string == text)
    #expect(try JSONCoding.encode(Date.distantPast) == "0000-12-30T00:00:00.000Z")
    #expect(try JSONCoding.encode(Date.distantFuture) == "4001-01-01T00:00:00.000Z")
    #expect(throws: JSONCodingError.self) { try JSONCoding.encode(Decimal.nan) }
  }

  @Test("every day of two thousand years agrees with Foundation's calendar")
  func calendar() {
    var wrong: [Int64] = []
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    for day in stride(from: -400_000 as Int64, to: 400_000, by: 97) {
      let time = day * 86_400_000 + (day.magnitude % 2 == 0 ? 86_399_750 : 250)
      let date = Date(timeIntervalSince1970: Double(time) / 1000)
      let text = ISO8601.text(milliseconds: time)
      // Foundation turns to the Julian calendar in 1582.
      let agrees = day < -141_427 || text == style.format(date)
      if !agrees || text.flatMap(ISO8601.milliseconds) != time { wrong.append(time) }
    }
    #expect(wrong.isEmpty)
  }

  @Test(
    "dates are read with a time zone, and with fewer or more digits",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00.5z", 500),
      ("1970-01-01 00:00:00.1239Z", 123), ("1970-01-01T02:00:00+02:00", 0),
      ("1969-12-31T22:30:00-0130", 0), ("2024-02-29T00:00:00Z", 1_709_164_800_000),
      ("-000001-01-01T00:00:00Z", -62_198_755_200_000), ("2023-02-29T00:00:00Z", nil),
      ("1970-01-01T24:00:00Z", nil), ("1970-01-01T00:60:00Z", nil), ("1970-13-01T00:00:00Z", nil),
      ("1970-00-01T00:00:00Z", nil), ("1970-01-00T00:00:00Z", nil), ("1970-01-01T00:00:00", nil),
      ("1970-01-01", nil), ("1970-01-01T00:00:00.Z", nil), ("1970-01-01T00:00:00ZZ", nil),
      ("70-01-01T00:00:00Z", nil), ("1970-01-01T00:00:00+24:00", nil), ("", nil),
      ("+999999-01-01T00:00:00Z", nil), ("１970-01-01T00:00:00Z", nil), ("1970-1-01T00:00:00Z", nil),
    ] as [(String, Int64?)])
  func read(_ text: String, _ time: Int64?) {
    #expect(ISO8601.milliseconds(text) == time)
  }
}
