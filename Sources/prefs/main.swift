#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

Terminal.prepare()
exit(Tool.run(Array(CommandLine.arguments.dropFirst())).rawValue)
