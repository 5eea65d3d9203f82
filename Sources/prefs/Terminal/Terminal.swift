#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// What the system says of a terminal.
enum Terminal {
  /// Columns, nil if the descriptor is no terminal; `COLUMNS` is believed first.
  static func width(of descriptor: Int32, environment: Environment = .process) -> Int? {
    guard isatty(descriptor) == 1 else { return nil }
    if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Makes sure that the first three descriptors are taken and that a closed pipe is an error.
  ///
  /// Otherwise the database could be opened as descriptor 1, and results be written into it.
  static func prepare() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      guard (0...2).contains(descriptor) else {
        if descriptor > 2 { close(descriptor) }
        break
      }
    }
    signal(SIGPIPE, SIG_IGN)
  }
}
