internal import CPostgres
internal import PreferencesSync

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A connection string taken apart, with safe defaults (https://www.postgresql.org/docs/15/libpq-connect.html).
struct PostgresParameters: Sendable {
  private var values: [(name: String, value: String)] = []

  /// What holds where a string does not say otherwise. Not the environment's PGSSLMODE: who wants less
  /// than a verified certificate has to say so where the server is named.
  private static let defaults = [
    ("sslmode", "verify-full"), ("target_session_attrs", "read-write"), ("connect_timeout", "5"),
    ("tcp_user_timeout", "15000"), ("keepalives_idle", "20"), ("application_name", "preferences"),
    ("client_encoding", "UTF8"),
  ]

  /// - Parameter string: `host=a,b dbname=…` or `postgresql://a,b/…`.
  init(_ string: String) throws(SyncError) {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(string, &message) else {
      let text = message.map { String(cString: $0) } ?? "not understood"
      PQfreemem(message)
      throw .invalidRequest(
        "not a connection string: \(text.split(separator: "\n").joined(separator: "; "))")
    }
    defer { PQconninfoFree(options) }
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val {
        values.append((String(cString: keyword), String(cString: value)))
      }
      option += 1
    }
    for (name, value) in Self.defaults where self[name] == nil { values.append((name, value)) }
  }

  subscript(name: String) -> String? { values.first { $0.name == name }?.value }

  var role: String {
    if let user = self["user"] { return user }
    if let user = getenv("PGUSER"), user.pointee != 0 { return String(cString: user) }
    return getpwuid(getuid()).map { String(cString: $0.pointee.pw_name) } ?? ""
  }

  /// The string again without the password, for display and to be stored.
  var withoutSecrets: String {
    values.filter { pair in
      !["password", "sslpassword"].contains(pair.name)
        && !Self.defaults.contains { $0.0 == pair.name && $0.1 == pair.value }
    }.map { pair in
      let value = pair.value.replacing("\\", with: "\\\\").replacing("'", with: "\\'")
      return "\(pair.name)='\(value)'"
    }.joined(separator: " ")
  }

  /// Lends what `PQconnectdbParams` takes.
  func withArrays(
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, UnsafePointer<UnsafePointer<CChar>?>) -> Void
  ) {
    let names = values.map { strdup($0.name) } + [nil]
    let texts = values.map { strdup($0.value) } + [nil]
    defer { for text in names + texts { free(text) } }
    names.map { UnsafePointer($0) }.withUnsafeBufferPointer { names in
      texts.map { UnsafePointer($0) }.withUnsafeBufferPointer { texts in
        guard let names = names.baseAddress, let texts = texts.baseAddress else { return }
        body(names, texts)
      }
    }
  }
}
