import Foundation

/// A second process: `StoreTestHelper` with a command, talked to line by line.
package final class HelperProcess {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private var buffer: [UInt8] = []

  /// What went wrong with the conversation, not with the test.
  package struct Silence: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The helper beside the test runner, nil when it was not built.
  package static var executable: String? { executable(named: "StoreTestHelper") }

  private static func executable(named name: String) -> String? {
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    // On Linux beside the `.xctest` program, on macOS above the bundle that holds it.
    var candidate = folder.deletingLastPathComponent()
    for _ in 0..<4 {
      let path = candidate.appendingPathComponent(name).path
      if FileManager.default.isExecutableFile(atPath: path) { return path }
      candidate.deleteLastPathComponent()
    }
    return nil
  }

  /// Starts the helper.
  ///
  /// - Parameter prefix: a program that starts it, with its arguments, such as `setpriv`.
  package init(
    _ arguments: [String], prefix: [String] = [], named name: String = "StoreTestHelper"
  ) throws {
    guard let executable = Self.executable(named: name) else {
      throw Silence(description: "\(name) was not built")
    }
    let command = prefix + [executable] + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    // Our copy, or the end of the helper's output would never be seen.
    try output.fileHandleForWriting.close()
  }

  // By force: what is started from a thread of the test library inherits that SIGTERM is blocked.
  deinit { if process.isRunning { kill() } }

  /// The next line of its output; fails after a minute or at the end of the output.
  package func line() throws -> String {
    // In parts, so that the time in which all of this is stopped does not count.
    var seconds = 0
    while seconds < 60 {
      if let line = takeLine() { return line }
      seconds = try fillBuffer(milliseconds: 1000) ? 0 : seconds + 1
    }
    throw Silence(description: "nothing said in a minute")
  }

  /// The next line of its output; nil when it has stopped itself without another one.
  package func lineUnlessStopped() throws -> String? {
    for _ in 0..<30_000 {
      let wasStopped = isStopped
      if let line = takeLine() { return line }
      if try !fillBuffer(milliseconds: wasStopped ? 0 : 2), wasStopped { return nil }
    }
    throw Silence(description: "nothing said in a minute, and not stopped")
  }

  private func takeLine() -> String? {
    guard let end = buffer.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    defer { buffer.removeSubrange(...end) }
    return String(decoding: buffer[..<end], as: UTF8.self)
  }

  /// Waits for output; false when there is none in time.
  private func fillBuffer(milliseconds: Int32) throws -> Bool {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, milliseconds) == 1 else { return false }
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = read(descriptor, &chunk, chunk.count)
    guard count > 0 else { throw Silence(description: "ended without the expected line") }
    buffer += chunk[..<count]
    return true
  }

  /// The number of the process.
  package var processIdentifier: Int32 { process.processIdentifier }

  /// Whether it has stopped itself (SIGSTOP), as `/proc` tells.
  package var isStopped: Bool {
    let text = try? String(contentsOfFile: "/proc/\(processIdentifier)/stat", encoding: .utf8)
    return text?.split(separator: ")").last?.hasPrefix(" T") == true
  }

  /// Lets it go on.
  package func resume() { _ = Foundation.kill(process.processIdentifier, SIGCONT) }

  /// Stops it where it is.
  package func stop() { _ = Foundation.kill(process.processIdentifier, SIGSTOP) }

  /// Ends it at once, as a crash would (SIGKILL).
  package func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Sends a line to its input.
  package func send(_ line: String = "go") throws {
    try input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
  }

  /// Kills it (SIGKILL) and waits for its end.
  ///
  /// - Returns: the whole lines that it had said and nobody had read.
  package func killReadingRest() -> [String] {
    kill()
    buffer += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = buffer.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return lines.dropLast().map { String(decoding: $0, as: UTF8.self) }
  }

  /// Closes its input and waits for its end.
  ///
  /// - Returns: the exit status.
  @discardableResult
  package func finish() throws -> Int32 {
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
