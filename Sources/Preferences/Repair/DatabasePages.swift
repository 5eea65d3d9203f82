#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The pages of a database file and of its log, read as bytes, for a file that SQLite cannot open
/// (https://sqlite.org/fileformat2.html). Never for one that SQLite has open in this process.
struct DatabasePages: ~Copyable {
  let pageSize: Int
  /// How many pages there are; the first is 1.
  private(set) var count: Int
  private let file: Int32
  private let log: Int32
  /// Where the newest committed version of a page lies in the log.
  private var logged: [Int: Int64] = [:]

  init?(path: String) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    log = open(path + "-wal", O_RDONLY | O_CLOEXEC)
    let header = Self.read(file, at: 0, count: 100)
    let stated = header.count == 100 ? Int(header[16]) << 8 | Int(header[17]) : 0
    // 1 stands for 65536; 4096 is what SQLite makes unless told otherwise.
    let size = stated == 1 ? 65_536 : stated
    pageSize = (512...65_536).contains(size) && size & (size - 1) == 0 ? size : 4096
    var status = stat()
    guard fstat(file, &status) == 0 else {
      count = 0
      return
    }
    count = Int(clamping: status.st_size) / pageSize
    readLog()
  }

  deinit {
    close(file)
    if log >= 0 { close(log) }
  }

  /// The bytes of a page; nil when it is not there as a whole.
  func page(_ number: Int) -> [UInt8]? {
    guard number > 0, number <= count else { return nil }
    let bytes =
      if let place = logged[number] {
        Self.read(log, at: place, count: pageSize)
      } else {
        Self.read(file, at: Int64(number - 1) * Int64(pageSize), count: pageSize)
      }
    return bytes.count == pageSize ? bytes : nil
  }

  /// The frames up to the last commit whose salts are those of the log's header.
  private mutating func readLog() {
    let header = Self.read(log, at: 0, count: 32)
    guard header.count == 32, header.starts(with: [0x37, 0x7F, 0x06]),
      Self.number(header, at: 8) == pageSize
    else { return }
    let salts = header[16..<24]
    var place: Int64 = 32
    var open: [Int: Int64] = [:]
    while true {
      let frame = Self.read(log, at: place, count: 24)
      guard frame.count == 24, frame[8..<16] == salts else { return }
      open[Self.number(frame, at: 0)] = place + 24
      let total = Self.number(frame, at: 4)
      if total > 0 {
        logged.merge(open) { $1 }
        open = [:]
        count = max(count, min(total, count + logged.count))
      }
      place += 24 + Int64(pageSize)
    }
  }

  /// Four bytes, the highest first; 0 outside.
  static func number(_ bytes: [UInt8], at index: Int) -> Int {
    guard index >= 0, index + 4 <= bytes.count else { return 0 }
    return bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func read(_ descriptor: Int32, at place: Int64, count: Int) -> [UInt8] {
    guard descriptor >= 0 else { return [] }
    return [UInt8](unsafeUninitializedCapacity: count) { buffer, read in
      read = max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
    }
  }
}
