internal import CPostgres

/// The rows of an answer, in text form; freed with this value.
struct PostgresResult: ~Copyable {
  private let result: OpaquePointer

  init(_ result: OpaquePointer) { self.result = result }

  deinit { PQclear(result) }

  var status: ExecStatusType { PQresultStatus(result) }
  var count: Int32 { PQntuples(result) }
  var columnCount: Int32 { PQnfields(result) }

  /// The five characters that name an error (https://www.postgresql.org/docs/15/errcodes-appendix.html).
  var state: String { field(UInt8(ascii: "C")) }
  var message: String { field(UInt8(ascii: "M")) }

  private func field(_ code: UInt8) -> String {
    PQresultErrorField(result, Int32(code)).map { String(cString: $0) } ?? ""
  }

  /// A column of a row; nil for NULL. Both are 0-based, and must be there.
  func bytes(_ row: Int32, _ column: Int32) -> [UInt8]? {
    guard row < count, column < PQnfields(result), PQgetisnull(result, row, column) == 0,
      let start = PQgetvalue(result, row, column)
    else { return nil }
    let length = Int(PQgetlength(result, row, column))
    return Array(UnsafeRawBufferPointer(start: start, count: length))
  }

  func text(_ row: Int32, _ column: Int32) -> String? {
    bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
  }

  func integer(_ row: Int32, _ column: Int32) -> Int64? { text(row, column).flatMap { Int64($0) } }

  /// A column of the type `bytea`: `\x` and two hexadecimal digits a byte.
  func binary(_ row: Int32, _ column: Int32) -> [UInt8]? {
    guard let digits = bytes(row, column), digits.starts(with: [0x5C, 0x78]) else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count / 2)
    var high: UInt8?
    for digit in digits.dropFirst(2) {
      guard let value = Self.value(digit) else { return nil }
      if let first = high {
        bytes.append(first << 4 | value)
        high = nil
      } else {
        high = value
      }
    }
    return high == nil ? bytes : nil
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
