import Preferences

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension Command {
  private static let keep = Option.flag("keep", "Leave the store of the tour where it is")

  static let demo = Command(
    name: "demo",
    abstract: "Take a tour on a store of its own, in a temporary folder",
    discussion: """
      Imports a preferences file, changes it, and looks at it with SQLite's own shell, if that is \
      installed. Your own store is not touched.
      """,
    arguments: [
      Argument("FILE", .file, isOptional: true, "What to import; else a small sample")
    ],
    options: [keep],
    examples: [.init("prefs demo", "See what it is about")]
  ) { invocation in
    let console = invocation.console
    let folder = try temporaryFolder(invocation.environment)
    defer { if !invocation.has(keep) { remove(folder) } }
    var file = "\(folder)/sample.plist"
    if let given = invocation.arguments.first {
      file = given
    } else {
      try File.write(Array(Tour.sample.utf8), to: file)
    }
    setenv("PREFS_STORE", "\(folder)/demo.db", 1)
    try console.line("$ export PREFS_STORE=\(folder)/demo.db")
    for step in Tour.steps(file: file, namespace: "Editor") {
      try console.line(
        "\n# \(step.explanation)\n$ \(step.words.map(quoted).joined(separator: " "))")
      try console.flush()
      try run(step.words, "\(folder)/demo.db", console)
    }
    if invocation.has(keep) { console.note("the store is \(folder)/demo.db") }
    return .done
  }

  private static func run(_ words: [String], _ store: String, _ console: Console) throws {
    if words[0] == "prefs" {
      // A refusal belongs to the tour; what is not expected shows as well, and the tour goes on.
      _ = Tool.run(Array(words.dropFirst()) + (console.isQuiet ? ["--quiet"] : []))
    } else if Subprocess.run(words.map { $0 == "$PREFS_STORE" ? store : $0 }) == nil {
      console.note("\(words[0]) is not installed: this step is left out")
    }
  }

  /// As it would be typed.
  private static func quoted(_ word: String) -> String {
    let plain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_./$".contains($0) }
    return plain ? word : "\"\(word)\""
  }

  private static func temporaryFolder(_ environment: Environment) throws(Failure) -> String {
    var template = Array("\(environment["TMPDIR"] ?? "/tmp")/prefs-demo-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw Failure(.cannotCreate, "a temporary folder: \(errorText(errno))")
    }
    return template.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
  }

  /// Removes what the tour has made, and nothing else.
  private static func remove(_ folder: String) {
    for name in ["demo.db", "demo.db-wal", "demo.db-shm", "sample.plist"] {
      unlink("\(folder)/\(name)")
    }
    rmdir(folder)
  }
}
