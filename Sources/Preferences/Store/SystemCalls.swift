#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The few calls of the system that the library makes by itself; no Foundation.
enum SystemCalls {
  /// What a path names.
  enum Entry: Hashable {
    case missing
    /// A file, with its size and the time of its last change in nanoseconds.
    case file(bytes: Int64, modified: Int64)
    case folder
    /// A device, a pipe, or something that could not be looked at (`errno`).
    case other(Int32)
  }

  /// One `stat`, following symbolic links.
  static func entry(at path: String) -> Entry {
    var status = stat()
    guard stat(path, &status) == 0 else {
      return errno == ENOENT ? .missing : .other(errno)
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return .file(bytes: Int64(status.st_size), modified: modified(status))
    case S_IFDIR: return .folder
    default: return .other(0)
    }
  }

  private static func modified(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// Waits until a file, or the entries of a folder, are on disk. Never for a file that SQLite has
  /// open: closing the descriptor would drop its locks.
  ///
  /// - Returns: 0 or `errno`.
  static func synchronize(_ path: String) -> Int32 {
    let descriptor = uninterrupted { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return errno }
    defer { close(descriptor) }
    return uninterrupted { fsync(descriptor) } == 0 ? 0 : errno
  }

  /// Some file systems let a signal end a call (https://man7.org/linux/man-pages/man7/signal.7.html).
  private static func uninterrupted(_ call: () -> Int32) -> Int32 {
    while true {
      let result = call()
      if result >= 0 || errno != EINTR { return result }
    }
  }

  /// Gives a file the times of now, by its path, so that whoever watches its folder wakes.
  ///
  /// - Returns: false where there is none, or it is not ours.
  static func touch(_ path: String) -> Bool { utimensat(AT_FDCWD, path, nil, 0) == 0 }

  /// Gives a file another name, replacing what has it.
  ///
  /// - Returns: 0 or `errno`.
  static func rename(_ path: String, to newPath: String) -> Int32 {
    #if canImport(Glibc)
      Glibc.rename(path, newPath) == 0 ? 0 : errno
    #elseif canImport(Musl)
      Musl.rename(path, newPath) == 0 ? 0 : errno
    #else
      Darwin.rename(path, newPath) == 0 ? 0 : errno
    #endif
  }

  /// Removes a file; a missing one is fine.
  static func removeFile(_ path: String) { unlink(path) }

  /// What tells a file from others, whatever its name.
  struct Identity: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// The identity of the file that a path names; nil when it names none.
  static func identity(of path: String) -> Identity? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Identity(
      device: UInt64(truncatingIfNeeded: status.st_dev),
      inode: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// Whether a path names a symbolic link whose target does not exist.
  static func isDanglingLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
      && entry(at: path) == .missing
  }

  /// Whether a path names a symbolic link, or a file that has other names as well.
  static func isLinked(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFLNK
      || status.st_mode & S_IFMT == S_IFREG && status.st_nlink > 1
  }

  /// A path that does not depend on the current folder; links are not followed.
  static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    let current = String(cString: folder)
    return current == "/" ? "/" + path : current + "/" + path
  }

  /// The target of symbolic links; the path itself where there is nothing to follow.
  static func resolved(_ path: String) -> String {
    guard let target = realpath(path, nil) else { return path }
    defer { free(target) }
    return String(cString: target)
  }

  /// The user's home folder: `$HOME`, else what the system's list of users says.
  static var home: String? {
    if let home = environment("HOME"), home.hasPrefix("/") { return home }
    guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
    let home = String(cString: folder)
    return home.hasPrefix("/") ? home : nil
  }

  /// How many names a file has; nil when it cannot be looked at.
  static func nameCount(of path: String) -> Int? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return Int(clamping: status.st_nlink)
  }

  /// The permission bits of a file; nil when it cannot be looked at.
  static func permissions(of path: String) -> UInt32? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return UInt32(status.st_mode & 0o7777)
  }

  /// Creates a folder and its parents, for the owner alone (XDG Base Directory: 0700).
  static func createFolders(at path: String) -> Int32 {
    if mkdir(path, 0o700) == 0 || errno == EEXIST { return 0 }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
      return errno
    }
    let failure = createFolders(at: String(path[..<slash]))
    guard failure == 0 else { return failure }
    return mkdir(path, 0o700) == 0 || errno == EEXIST ? 0 : errno
  }

  /// Whether this process may create files in the folder of a path.
  static func mayWriteFolder(of path: String) -> Bool { access(folder(of: path), W_OK) == 0 }

  /// The folder part of a path, `.` when there is none.
  static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The system's English for an error number.
  static func message(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// A variable of the environment; nil when unset or empty.
  static func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
  }

  /// The number of this process.
  static var processID: Int32 { getpid() }

  /// Sleeps for some milliseconds.
  static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }

  /// Milliseconds since 1970-01-01T00:00:00Z.
  static var now: Int64 { milliseconds(CLOCK_REALTIME) }

  /// A clock for intervals, good to some milliseconds and cheap (3 ns instead of 21 on Linux).
  static var coarseTime: Int64 {
    #if canImport(Darwin)
      milliseconds(CLOCK_MONOTONIC_RAW_APPROX)
    #else
      milliseconds(CLOCK_MONOTONIC_COARSE)
    #endif
  }

  private static func milliseconds(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }
}
