import SQLiteCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

Terminal.prepare()
// No file can make the tool take more; the largest value is a quarter of it.
Connection.limitMemory(toBytes: 1 << 30)
// The standard library repairs what is not UTF-8, and a repaired name is another one.
for index in 1..<max(1, Int(CommandLine.argc)) {
  if let argument = CommandLine.unsafeArgv[index], String(validatingCString: argument) == nil {
    _ = File.writeAll(Array("prefs: argument \(index) is not UTF-8\n".utf8), to: 2)
    exit(ExitCode.usage.rawValue)
  }
}
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
