#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// `libFuzzer` as a function: it comes with `-sanitize=fuzzer`, and calls back with each input.
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// What is being fuzzed; set once, before the first input.
nonisolated(unsafe) private var target = FuzzTarget.all[0]

private func fail(_ message: String) -> Never {
  print(message)
  exit(64)
}

// `TARGET [OPTION OR FOLDER ...]`, `list`, or `seeds TARGET FOLDER`.
let words = CommandLine.arguments
guard words.count > 1 else { fail("usage: PreferencesFuzzer TARGET [ARGUMENT ...] | list") }
if words[1] == "list" {
  for target in FuzzTarget.all { print(target.name) }
  exit(0)
}
let isSeeding = words[1] == "seeds" && words.count == 4
guard let chosen = FuzzTarget.all.first(where: { $0.name == words[isSeeding ? 2 : 1] }) else {
  fail("no target '\(words[1])'")
}
if isSeeding {
  for (number, seed) in chosen.seeds().enumerated() {
    guard let file = fopen("\(words[3])/seed-\(number)", "w") else { fail("\(words[3])") }
    _ = seed.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
  }
  exit(0)
}
target = chosen
var count = CommandLine.argc - 1
var arguments = CommandLine.unsafeArgv + 1
exit(
  runFuzzer(&count, &arguments) { bytes, size in
    target.run(Array(UnsafeBufferPointer(start: bytes, count: size)))
    return 0
  })
