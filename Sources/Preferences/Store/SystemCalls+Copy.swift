#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SystemCalls {
  /// An `errno`.
  struct Number: Error {
    var number: Int32
  }

  /// Copies a file into a new one for the owner alone. What the disk cannot give is zeros.
  ///
  /// Never for a file that SQLite has open in this process: closing the descriptor would drop its
  /// locks.
  ///
  /// - Returns: how many blocks could not be read.
  static func copyBytes(of path: String, to newPath: String) -> Result<Int, Number> {
    let source = open(path, O_RDONLY | O_CLOEXEC)
    guard source >= 0 else { return .failure(Number(number: errno)) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { return .failure(Number(number: errno)) }
    let target = open(newPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard target >= 0 else { return .failure(Number(number: errno)) }
    defer { close(target) }
    var block = [UInt8](repeating: 0, count: 4096)
    var place: off_t = 0
    var unreadable = 0
    while place < status.st_size {
      var count = pread(source, &block, block.count, place)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EIO {
        unreadable += 1
        for index in block.indices { block[index] = 0 }
        count = block.count
      }
      if count == 0 { break }
      guard count > 0, write(target, block, count, at: place) else {
        return .failure(Number(number: errno))
      }
      place += off_t(count)
    }
    return .success(unreadable)
  }

  private static func write(
    _ descriptor: Int32, _ bytes: [UInt8], _ count: Int, at place: off_t
  ) -> Bool {
    bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < count, let start = buffer.baseAddress {
        let written = pwrite(descriptor, start + done, count - done, place + off_t(done))
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { return false }
        done += written
      }
      return true
    }
  }
}
