#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Other programs, found through `PATH`, with the standard descriptors of this one.
enum Subprocess {
  /// Runs a program to its end; its exit code, nil if it could not be started.
  ///
  /// - Parameter added: variables that it gets besides those of this process.
  static func run(_ words: [String], environment added: [String: String] = [:]) -> Int32? {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var variables: [UnsafeMutablePointer<CChar>?] = added.map { strdup("\($0)=\($1)") }
    defer { for text in arguments + variables { free(text) } }
    var inherited = environ
    var all = variables
    while let variable = inherited.pointee {
      all.append(variable)
      inherited += 1
    }
    all.append(nil)
    variables.append(nil)
    var process = pid_t()
    guard posix_spawnp(&process, words[0], nil, nil, &arguments, &all) == 0 else { return nil }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { return nil }
    }
    // The low 7 bits name the signal, the next 8 the exit code (wait(2)).
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
  }
}
