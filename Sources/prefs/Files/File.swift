import PreferencesImport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whole files: read with a name in every error, written so that a reader sees old or new.
enum File {
  /// The largest file that is taken as a value or as an import; `/dev/zero` has no end.
  static let sizeLimit = ImportSource.sizeLimit

  /// The content of a file; `-` is standard input.
  ///
  /// - Throws: ``ExitCode/noInput``, ``ExitCode/badData`` for one that is too large.
  static func read(_ path: String) throws(Failure) -> [UInt8] {
    guard path != "-" else { return try read(0, "standard input") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw Failure(.noInput, "\(path.shown): \(errorText(errno))")
    }
    defer { _ = close(descriptor) }
    return try read(descriptor, path.shown)
  }

  /// Something has this path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// The path is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The bytes of a file, 0 if it cannot be looked at.
  static func size(_ path: String) -> Int64 {
    var status = stat()
    return stat(path, &status) == 0 ? Int64(status.st_size) : 0
  }

  /// The names in a folder, in the order of their bytes.
  ///
  /// - Throws: ``ExitCode/noInput``.
  static func names(in folder: String) throws(Failure) -> [String] {
    guard let stream = opendir(folder) else {
      throw Failure(.noInput, "\(folder.shown): \(errorText(errno))")
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private static func read(_ descriptor: Int32, _ name: String) throws(Failure) -> [UInt8] {
    var content: [UInt8] = []
    while true {
      var failure: Int32 = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        let got = readAgain(descriptor, buffer)
        (count, failure) = got < 0 ? (0, errno) : (got, 0)
      }
      guard failure == 0 else { throw Failure(.noInput, "\(name): \(errorText(failure))") }
      guard !chunk.isEmpty else { return content }
      content += chunk
      guard content.count <= sizeLimit else {
        throw Failure(.badData, "\(name): larger than \(sizeLimit >> 20) MiB")
      }
    }
  }

  private static func readAgain(
    _ descriptor: Int32, _ buffer: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    while true {
      #if canImport(Darwin)
        let got = Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #elseif canImport(Musl)
        let got = Musl.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        let got = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
      if got >= 0 || errno != EINTR { return got }
    }
  }
}

/// The system's text for an error number, such as `No such file or directory`.
func errorText(_ number: Int32) -> String {
  strerror(number).map { String(cString: $0) } ?? "error \(number)"
}
