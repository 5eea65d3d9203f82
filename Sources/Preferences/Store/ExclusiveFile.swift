#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A database file that nobody else is connected to, and nobody can connect to while this lives.
///
/// By the byte-range locks that every connection of SQLite takes (https://sqlite.org/lockingv3.html,
/// os_unix.c). Never for a file that SQLite has open in this process: closing the descriptor would
/// drop its locks.
struct ExclusiveFile: ~Copyable {
  private let descriptor: Int32
  private let path: String

  /// PENDING_BYTE, RESERVED_BYTE and the 510 bytes of the shared lock, which in WAL mode every
  /// connection that has read holds as long as it lives.
  private static let first: Int64 = 0x4000_0000
  private static let count: Int64 = 512

  /// Takes the locks at once.
  ///
  /// - Throws: `busy` with the programs that use the file, as far as they can be told.
  init(_ path: String) throws(StoreFailure) {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw StoreFailure(systemError: errno, path: path) }
    var lock = flock()
    lock.l_type = Int16(F_WRLCK)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(Self.first)
    lock.l_len = off_t(Self.count)
    let isLocked = fcntl(descriptor, F_SETLK, &lock) == 0
    let users = SystemCalls.users(of: path)
    guard isLocked, users.isEmpty else {
      close(descriptor)
      throw StoreFailure(
        .busy, path: path,
        "in use by \(users.isEmpty ? "another program" : users.joined(separator: ", ")): end it first"
      )
    }
    self.descriptor = descriptor
    self.path = path
  }

  deinit { close(descriptor) }
}

extension SystemCalls {
  /// The other processes that have a file open, as `name (number)`; those of other users cannot be
  /// seen, and on systems without /proc nobody.
  static func users(of path: String) -> [String] {
    guard let file = identity(of: path) else { return [] }
    return names(in: "/proc").compactMap { number -> (Int32, String)? in
      guard let process = Int32(number), process != processID else { return nil }
      let folder = "/proc/\(number)/fd"
      let isUser = names(in: folder).contains { identity(of: "\(folder)/\($0)") == file }
      return isUser ? (process, "\(programName(process)) (\(number))") : nil
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static func programName(_ process: Int32) -> String {
    lines(of: "/proc/\(process)/comm").first?.escapedForDisplay ?? "process"
  }

  /// What lies in a folder; nothing where it cannot be read.
  private static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Gives a file one more name.
  ///
  /// - Returns: 0 or `errno`.
  static func addName(_ newPath: String, to path: String) -> Int32 {
    link(path, newPath) == 0 ? 0 : errno
  }
}
