#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Text by a format of C's `printf`; SQLite's own `printf` agrees for the formats used here.
func formatted(_ format: String, _ arguments: any CVarArg...) -> String {
  withVaList(arguments) { list in
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 400) { buffer in
      vsnprintf(buffer.baseAddress, buffer.count, format, list)
      return buffer.baseAddress.map { String(cString: $0) } ?? ""
    }
  }
}
