#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a line to standard output at once; a buffer would keep it from the test that waits for it,
/// and flushing all buffers waits for a thread that reads input.
func say(_ line: String) {
  let bytes = Array("\(line)\n".utf8)
  _ = write(STDOUT_FILENO, bytes, bytes.count)
}

/// Waits until the test says to go on, or has closed the conversation.
func waitForTest() {
  _ = readLine()
}

/// Whether the test has said something, or has closed the conversation.
func isTestDone() -> Bool {
  var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
  return poll(&input, 1, 0) > 0
}

/// Sleeps for a moment, so that another process gets the processor.
func nap() {
  usleep(100)
}

/// Ends the process.
func exitProcess(_ status: Int32) -> Never {
  exit(status)
}

/// A missing or unusable argument.
struct UsageError: Error {
  let message: String
}

extension [String] {
  /// The argument at a position.
  func argument(_ index: Int, _ name: String) throws -> String {
    guard index < count else { throw UsageError(message: "\(name) is missing") }
    return self[index]
  }
}
