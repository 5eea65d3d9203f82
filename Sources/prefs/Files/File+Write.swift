#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension File {
  /// Writes a whole file for its owner alone; a reader sees the old content or the new.
  ///
  /// - Throws: ``ExitCode/cannotCreate`` if the file cannot be made, ``ExitCode/noPermission``,
  ///   ``ExitCode/inputOutput`` for a full disk; an old file is then as it was.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
      return try writeInto(bytes, path)
    }
    let path = resolved(path)
    // In the same folder, because a rename cannot cross file systems.
    let temporary = "\(path).\(getpid()).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure(path, errno) }
    var problem = writeAll(bytes, to: descriptor)
    if problem == nil, fsync(descriptor) != 0 { problem = errno }
    if close(descriptor) != 0, problem == nil { problem = errno }
    if problem == nil, rename(temporary, path) != 0 { problem = errno }
    guard let problem else { return }
    unlink(temporary)
    throw failure(path, problem)
  }

  /// A device or a pipe is written into, never replaced.
  private static func writeInto(_ bytes: [UInt8], _ path: String) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw failure(path, errno) }
    defer { _ = close(descriptor) }
    if let number = writeAll(bytes, to: descriptor) { throw failure(path, number) }
  }

  /// The target of symbolic links, which stay what they are.
  static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// Whether two paths name one file.
  static func isSame(_ path: String, _ other: String) -> Bool {
    var (first, second) = (stat(), stat())
    guard stat(path, &first) == 0, stat(other, &second) == 0 else { return false }
    return first.st_dev == second.st_dev && first.st_ino == second.st_ino
  }

  /// Writes all bytes; the error number, nil if they were taken.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
        #if canImport(Darwin)
          let count = Darwin.write(descriptor, start, rest.count)
        #elseif canImport(Musl)
          let count = Musl.write(descriptor, start, rest.count)
        #else
          let count = Glibc.write(descriptor, start, rest.count)
        #endif
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        rest = rest.dropFirst(count)
      }
      return nil
    }
  }

  static func failure(_ path: String, _ number: Int32) -> Failure {
    let code: ExitCode =
      switch number {
      case EACCES, EPERM, EROFS: .noPermission
      case ENOENT, ENOTDIR, EISDIR, ELOOP, ENAMETOOLONG, EEXIST: .cannotCreate
      default: .inputOutput
      }
    return Failure(code, "\(path.shown): \(errorText(number))")
  }
}
