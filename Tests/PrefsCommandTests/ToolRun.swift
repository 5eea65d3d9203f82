import Foundation
import Testing

/// One run of the built tool as a process of its own.
struct ToolRun {
  var code: Int32
  var output: String
  var diagnostics: String

  /// The built `prefs`, next to the test bundle.
  static let tool: String = {
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    let beside = bundle.appending(path: "prefs").path
    if FileManager.default.isExecutableFile(atPath: beside) { return beside }
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return root.appending(path: ".build/debug/prefs").path
  }()

  /// Where the lines that are run are counted (`./dev test --coverage`), and what a sanitizer goes by.
  private static let ofBuild = ProcessInfo.processInfo.environment.filter {
    ["LLVM_PROFILE_FILE", "LSAN_OPTIONS", "ASAN_SYMBOLIZER_PATH"].contains($0.key)
  }

  /// Runs `prefs` with no other variables in its environment than the given ones, HOME, and those
  /// for what the tests were built with.
  init(
    _ arguments: [String], input: String = "", environment: [String: String] = [:]
  ) throws {
    try self.init(Self.tool, arguments, input: input, environment: environment)
  }

  /// Runs a script; `prefs` is found through `PATH`.
  init(shell: String = "bash", _ script: String, environment: [String: String] = [:]) throws {
    let folder = URL(filePath: Self.tool).deletingLastPathComponent().path
    var environment = environment
    environment["PATH"] = folder + ":/usr/local/bin:/usr/bin:/bin"
    try self.init(
      "/usr/bin/env", [shell, "-c", script], input: "", environment: environment)
  }

  private init(
    _ path: String, _ arguments: [String], input: String, environment: [String: String]
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "prefs-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files instead of pipes: nothing can block, however much is written.
    let files = ["in", "out", "err"].map { folder.appending(path: $0) }
    try Data(input.utf8).write(to: files[0])
    for file in files[1...] { try Data().write(to: file) }
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment.merging(Self.ofBuild) { given, _ in given }
      .merging(["HOME": folder.path]) { given, _ in given }
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    try process.run()
    process.waitUntilExit()
    code = process.terminationStatus
    output = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    diagnostics = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
  }

  /// The program is installed on this machine.
  static func has(_ program: String) -> Bool {
    ["/usr/local/bin", "/usr/bin", "/bin"].contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
