import Foundation

/// A program of the system that is not there, or did not do what it was started for.
package struct Unavailable: Error, CustomStringConvertible {
  package let description: String
}

/// Programs of the system.
enum SystemCommand {
  /// Where a program is; nil: not installed.
  static func path(of name: String) -> String? {
    ["/usr/bin", "/usr/sbin", "/bin", "/sbin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// The words that start a command as the user of PostgreSQL's server, who must not be root.
  static func asPostgres(_ words: [String]) -> [String] {
    getuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=postgres", "--regid=postgres", "--init-groups"] + words
      : words
  }

  /// Starts a program.
  ///
  /// - Parameter log: a file to add its output to.
  static func begin(_ words: [String], log: String = "/dev/null") throws -> Process {
    if !FileManager.default.fileExists(atPath: log) {
      _ = FileManager.default.createFile(atPath: log, contents: nil)
    }
    let output = FileHandle(forWritingAtPath: log)
    if log != "/dev/null" { try output?.seekToEnd() }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = output
    try process.run()
    return process
  }

  /// Runs a program to its end.
  static func run(_ words: [String]) throws {
    let process = try begin(words)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(description: "\(words) ended with \(process.terminationStatus)")
    }
  }

  /// What a program says, to its end.
  static func output(of words: [String]) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    try output.fileHandleForWriting.close()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self)
  }
}
