#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The environment variables, or a table in their place.
struct Environment: Sendable {
  private let table: [String: String]?

  /// The variables of this process.
  static let process = Environment(table: nil)

  /// Only the given ones.
  init(_ table: [String: String]) { self.init(table: table) }

  private init(table: [String: String]?) { self.table = table }

  /// The value of a variable; an empty one counts as absent.
  subscript(name: String) -> String? {
    let value = table.map { $0[name] } ?? getenv(name).map { String(cString: $0) }
    return value.flatMap { $0.isEmpty ? nil : $0 }
  }
}
