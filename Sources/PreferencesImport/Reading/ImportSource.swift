#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Reads the files that are imported; a source is opened for reading and never changed.
public enum ImportSource {
  /// The largest file that is read, in bytes.
  public static let sizeLimit = 64 << 20

  /// The bytes of a file.
  ///
  /// - Throws: ``ImportError`` that names the file: missing, no file, no permission, too large.
  public static func read(
    _ path: String, sizeLimit: Int = sizeLimit
  ) throws(ImportError) -> [UInt8] {
    try read(path, sizeLimit: sizeLimit, followsLinks: true)
  }

  /// The same, but a symbolic link in the file's place is refused if asked to.
  static func read(
    _ path: String, sizeLimit: Int, followsLinks: Bool
  ) throws(ImportError) -> [UInt8] {
    do throws(ImportError) {
      // Without O_NONBLOCK the opening of a named pipe waits for a writer.
      let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
      let descriptor = open(path, flags)
      guard descriptor >= 0 else { throw failure(errno) }
      defer { close(descriptor) }
      return try read(descriptor, sizeLimit: sizeLimit)
    } catch {
      throw error.naming(path)
    }
  }

  private static func read(_ descriptor: CInt, sizeLimit: Int) throws(ImportError) -> [UInt8] {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      let found = status.st_mode & S_IFMT == S_IFDIR ? "a folder" : "a pipe, socket or device"
      throw ImportError(.notAFile, expected: "a file", found: found)
    }
    var bytes: [UInt8] = []
    // A size that the file system names is a hint only; the file may grow while it is read.
    bytes.reserveCapacity(min(sizeLimit, max(0, Int(status.st_size))))
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = chunk.withUnsafeMutableBytes { Self.read(descriptor, $0) }
      guard count >= 0 else { throw failure(errno) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= sizeLimit else {
        throw ImportError(
          .tooLarge, expected: "a file of at most \(sizeLimit) bytes", found: "a larger one")
      }
    }
  }

  private static func read(_ descriptor: CInt, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    while true {
      #if canImport(Darwin)
        let count = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Glibc)
        let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let count = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if count >= 0 || errno != EINTR { return count }
    }
  }

  static func failure(_ code: CInt) -> ImportError {
    switch code {
    case ELOOP:
      ImportError(.notAFile, expected: "a file", found: "a symbolic link that is not followed")
    case ENOENT, ENOTDIR:
      ImportError(.missing, expected: "a file", found: "nothing of that name")
    case EACCES, EPERM:
      ImportError(.noPermission, expected: "a readable file", found: "no permission to read it")
    default:
      ImportError(
        .inputOutput, expected: "a readable file", found: String(cString: strerror(code)))
    }
  }
}
