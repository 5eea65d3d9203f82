import Preferences

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Standard output and standard error: results go to the one, everything else to the other.
final class Console {
  /// JSON was asked for.
  var isJSON = false
  /// No notes and no progress.
  var isQuiet = false
  /// What colours standard output can show.
  var colors = ColorDepth.none
  private let output: Int32
  private let diagnostics: Int32
  private var pending: [UInt8] = []

  /// The two descriptors to write to.
  init(output: Int32 = 1, diagnostics: Int32 = 2) {
    self.output = output
    self.diagnostics = diagnostics
  }

  /// The columns of the terminal that standard output is, nil if it is none.
  var width: Int? { Terminal.width(of: output) }

  /// Standard error is a terminal.
  var isWatched: Bool { isatty(diagnostics) == 1 }

  /// One line of result.
  ///
  /// - Throws: ``ExitCode/inputOutput``. If nobody reads any more, the process ends as `cat` would.
  func line(_ text: String) throws(Failure) { try write(Array(text.utf8) + [UInt8(ascii: "\n")]) }

  /// Bytes of result, as they are.
  func write(_ bytes: [UInt8]) throws(Failure) {
    pending += bytes
    if pending.count >= 65_536 { try flush() }
  }

  /// Hands on what was kept back; to be called before the process ends.
  func flush() throws(Failure) {
    defer { pending = [] }
    guard let failure = File.writeAll(pending, to: output) else { return }
    if failure == EPIPE {
      signal(SIGPIPE, SIG_DFL)
      raise(SIGPIPE)
    }
    throw Failure(.inputOutput, "standard output: \(errorText(failure))")
  }

  /// Something worth knowing that is no error, for a person.
  func note(_ message: String) {
    if !isQuiet { diagnose("prefs: \(message)\n") }
  }

  /// Why the verb failed, as text or as one JSON object on one line.
  func report(_ failure: Failure) {
    guard !isJSON else {
      var error: JSONObject = [
        "code": JSONValue(failure.code.rawValue), "kind": .string(failure.code.word),
        "message": .string(failure.message),
      ]
      error["usage"] = failure.usage.map(JSONValue.string)
      return diagnose(JSONValue.object(["error": .object(error)]).line + "\n")
    }
    diagnose("prefs: \(failure.message)\n")
    if let usage = failure.usage { diagnose("usage: \(usage)\n") }
    if let help = failure.help { diagnose("more:  \(help)\n") }
  }

  /// Raw text on standard error; a failure to write it cannot be told to anybody.
  func diagnose(_ text: String) { _ = File.writeAll(Array(text.utf8), to: diagnostics) }
}
