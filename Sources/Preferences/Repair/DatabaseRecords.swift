internal import SQLiteCore

/// The rows on the leaves of a database whose tree cannot be walked, whatever table they are of.
struct DatabaseRecords {
  /// One row: its number in a table by number, and its columns.
  struct Record {
    var rowID: Int64?
    var columns: [SQLiteValue]
  }

  /// Calls `body` with every row that can be made out on a page. Pages that were given up may hold
  /// rows of the past.
  static func each(of pages: borrowing DatabasePages, _ body: (Record) -> Void) {
    var claims = Claims(of: pages)
    for number in stride(from: 1, through: pages.count, by: 1) {
      guard let page = pages.page(number) else { continue }
      let start = number == 1 ? 100 : 0
      let kind = page[start]
      // Leaves of tables by number; leaves and inner pages of the others, which hold rows as well.
      guard [0x0D, 0x0A, 0x02].contains(kind) else { continue }
      let pointers = start + (kind == 0x02 ? 12 : 8)
      let count = Int(page[start + 3]) << 8 | Int(page[start + 4])
      for index in 0..<min(count, (page.count - pointers) / 2) {
        guard !claims.isSpent(number) else { break }
        let at = pointers + 2 * index
        let cell = Int(page[at]) << 8 | Int(page[at + 1])
        if let record = record(number, page, at: cell, kind, pages, &claims) { body(record) }
      }
    }
  }

  /// How much rows have taken of each page.
  ///
  /// The bytes of a page belong to one row, and to a few more in the eyes of pages that were given up.
  /// In a file made to keep its reader busy each cell of each page names all the rest of it.
  private struct Claims {
    private var bytes: [Int]
    private let most: Int

    init(of pages: borrowing DatabasePages) {
      bytes = Array(repeating: 0, count: pages.count)
      most = 8 * pages.pageSize
    }

    /// Whether more was taken of a page than there can be.
    func isSpent(_ page: Int) -> Bool { bytes[page - 1] > most }

    /// Takes so many bytes of a page; false when it is spent.
    mutating func add(_ count: Int, of page: Int) -> Bool {
      bytes[page - 1] += count
      return !isSpent(page)
    }
  }

  private static func record(
    _ number: Int, _ page: [UInt8], at cell: Int, _ kind: UInt8, _ pages: borrowing DatabasePages,
    _ claims: inout Claims
  ) -> Record? {
    var place = kind == 0x02 ? cell + 4 : cell
    guard let size = varint(page, &place).flatMap({ Int(exactly: $0) }), size > 1,
      size <= pages.count * pages.pageSize
    else { return nil }
    var rowID: Int64?
    if kind == 0x0D {
      guard let number = varint(page, &place) else { return nil }
      rowID = number
    }
    guard
      let payload = payload(
        number, page, at: place, size, isTable: kind == 0x0D, pages, &claims),
      let columns = columns(payload)
    else { return nil }
    return Record(rowID: rowID, columns: columns)
  }

  /// The content of a cell, with what lies on overflow pages.
  private static func payload(
    _ number: Int, _ page: [UInt8], at start: Int, _ size: Int, isTable: Bool,
    _ pages: borrowing DatabasePages, _ claims: inout Claims
  ) -> [UInt8]? {
    let usable = pages.pageSize
    let most = isTable ? usable - 35 : (usable - 12) * 64 / 255 - 23
    let least = (usable - 12) * 32 / 255 - 23
    let fitting = least + (size - least) % (usable - 4)
    let local = size <= most ? size : fitting <= most ? fitting : least
    guard local >= 0, start + local <= page.count, claims.add(local, of: number) else { return nil }
    var payload = Array(page[start..<start + local])
    var next = DatabasePages.number(page, at: start + local)
    while payload.count < size {
      guard let overflow = pages.page(next), claims.add(usable, of: next) else { return nil }
      payload += overflow[4..<min(usable, 4 + size - payload.count)]
      next = DatabasePages.number(overflow, at: 0)
    }
    return payload
  }

  /// The columns of a record; nil when its header and its size do not agree.
  private static func columns(_ payload: [UInt8]) -> [SQLiteValue]? {
    var place = 0
    guard let headerSize = varint(payload, &place), (2...200).contains(headerSize),
      headerSize <= payload.count
    else { return nil }
    var types: [Int64] = []
    while place < headerSize {
      guard let type = varint(payload, &place), type >= 0 else { return nil }
      types.append(type)
    }
    guard place == headerSize else { return nil }
    var columns: [SQLiteValue] = []
    for type in types {
      guard let value = value(payload, &place, type) else { return nil }
      columns.append(value)
    }
    return place == payload.count ? columns : nil
  }

  private static func value(
    _ payload: [UInt8], _ place: inout Int, _ type: Int64
  ) -> SQLiteValue? {
    let sizes = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0]
    guard ![10, 11].contains(type),
      let size = type < 10 ? sizes[Int(type)] : Int(exactly: (type - 12) / 2),
      size <= payload.count - place
    else { return nil }
    let bytes = payload[place..<place + size]
    place += size
    switch type {
    case 0: return .null
    case 1...6:
      let sign: Int64 = bytes.first.map { $0 & 0x80 != 0 } == true ? -1 : 0
      return .integer(bytes.reduce(sign) { $0 << 8 | Int64($1) })
    case 7: return .real(Double(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) }))
    case 8: return .integer(0)
    case 9: return .integer(1)
    case let type where type % 2 == 0: return .blob(Array(bytes))
    default:
      return String(validating: bytes, as: UTF8.self).map(SQLiteValue.text)
        ?? .malformedText(Array(bytes))
    }
  }

  /// One to nine bytes, seven bits in each, eight in the ninth.
  private static func varint(_ bytes: [UInt8], _ place: inout Int) -> Int64? {
    var value: UInt64 = 0
    for index in 0..<9 {
      guard place >= 0, place < bytes.count else { return nil }
      let byte = bytes[place]
      place += 1
      if index == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
      value = value << 7 | UInt64(byte & 0x7F)
      if byte & 0x80 == 0 { return Int64(bitPattern: value) }
    }
    return nil
  }
}
