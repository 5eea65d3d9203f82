internal import CPostgres
internal import PreferencesSync

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// One connection to a server; used by one queue at a time, which its owner sees to.
///
/// A statement that gets no answer in time is never cancelled: a commit that was cancelled while it
/// waited for a standby looks like one that succeeded. The connection is closed instead, and what
/// happened is unknown.
final class PostgresConnection: @unchecked Sendable {
  // Unchecked: see above; libpq asks for no more.
  private let handle: OpaquePointer
  /// How long to wait for an answer, in milliseconds.
  private static let patience: Int32 = 20_000
  /// Whether a commit was not confirmed by a standby, as a notice of the server tells.
  private let notices = Notices()

  private final class Notices {
    var isUnconfirmed = false
  }

  /// Connects to one of the hosts of a connection string.
  ///
  /// Where the string does not say otherwise: the certificate is verified (`sslmode=verify-full`), and
  /// the host is one that can be written to.
  init(_ parameters: PostgresParameters) throws(SyncError) {
    var handle: OpaquePointer?
    parameters.withArrays { keys, values in handle = PQconnectdbParams(keys, values, 0) }
    guard let handle else { throw .offline("out of memory") }
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = PQerrorMessage(handle).map { String(cString: $0) } ?? ""
      PQfinish(handle)
      throw Self.connectionError(message)
    }
    self.handle = handle
    PQsetNoticeReceiver(
      handle,
      { context, result in
        // "The transaction has already committed locally, but might not have been replicated to the
        // standby." The text comes in the server's language, the file that it comes from does not.
        guard let context, let file = PQresultErrorField(result, Int32(UInt8(ascii: "F"))),
          String(cString: file) == "syncrep.c"
        else { return }
        Unmanaged<Notices>.fromOpaque(context).takeUnretainedValue().isUnconfirmed = true
      }, Unmanaged.passUnretained(notices).toOpaque())
  }

  deinit { PQfinish(handle) }

  /// The socket, to sleep on.
  var socket: Int32 { PQsocket(handle) }

  /// Runs one statement with parameters as text; nil is NULL.
  func run(_ sql: String, _ parameters: [String?] = []) throws(SyncError) -> PostgresResult {
    var values = parameters.map { $0.map { strdup($0) } ?? nil }
    defer { for value in values { free(value) } }
    let isSent = values.withUnsafeMutableBufferPointer { values in
      values.withMemoryRebound(to: UnsafePointer<CChar>?.self) {
        PQsendQueryParams(
          handle, sql, Int32(parameters.count), nil, $0.baseAddress, nil, nil, 0)
      }
    }
    guard isSent == 1 else { throw lost() }
    return try answer()
  }

  /// Runs a script, statements divided by semicolons.
  func runScript(_ sql: String) throws(SyncError) {
    guard PQsendQuery(handle, sql) == 1 else { throw lost() }
    _ = try answer()
  }

  /// The last result of what was sent; the first error of it.
  private func answer() throws(SyncError) -> PostgresResult {
    notices.isUnconfirmed = false
    var last: OpaquePointer?
    while true {
      do throws(SyncError) { try receive() } catch {
        PQclear(last)
        throw error
      }
      guard let next = PQgetResult(handle) else { break }
      // The first error is the answer; what follows it is only its end.
      if let old = last, PQresultStatus(old) == PGRES_FATAL_ERROR {
        PQclear(next)
      } else {
        PQclear(last)
        last = next
      }
    }
    guard let last else { throw lost() }
    let result = PostgresResult(last)
    switch result.status {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: break
    default: throw error(result.state, result.message)
    }
    guard !notices.isUnconfirmed else {
      throw .offline("no standby has confirmed; it is sent again")
    }
    return result
  }

  /// Waits until a result is there whole.
  private func receive() throws(SyncError) {
    try flush()
    while PQisBusy(handle) == 1 {
      try wait(POLLIN)
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  private func flush() throws(SyncError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1: try wait(POLLIN | POLLOUT)
      default: throw lost()
      }
      guard PQconsumeInput(handle) == 1 else { throw lost() }
    }
  }

  private func wait(_ events: Int32) throws(SyncError) {
    var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
    while true {
      let count = poll(&descriptor, 1, Self.patience)
      if count > 0 { return }
      if count < 0, errno == EINTR { continue }
      throw .offline("no answer in \(Self.patience / 1000) seconds")
    }
  }

  /// The payloads of the notifications of others that have come; throws when the connection is gone.
  func notifications() throws(SyncError) -> [String] {
    guard PQconsumeInput(handle) == 1 else { throw lost() }
    var payloads: [String] = []
    while let notification = PQnotifies(handle) {
      // Not those of this very connection.
      if notification.pointee.be_pid != PQbackendPID(handle) {
        payloads.append(String(cString: notification.pointee.extra))
      }
      PQfreemem(notification)
    }
    return payloads
  }

  private func lost() -> SyncError {
    .offline(Self.line(PQerrorMessage(handle).map { String(cString: $0) } ?? "no connection"))
  }

  /// What an error of the server means for a sync.
  private func error(_ state: String, _ message: String) -> SyncError {
    let kind = String(state.prefix(2))
    if state == "42501" || kind == "28" { return .refused(message) }
    if state == "53100" { return .full(message) }
    switch kind {
    case "3F", "42":
      return .schema(
        "the database is not set up for preferences, or by another version: \(message)")
    case "08", "57", "40", "58", "25", "53": return .offline(message)
    default:
      return PQstatus(handle) == CONNECTION_OK
        ? .invalidAnswer("\(message) (\(state))") : .offline(message)
    }
  }

  /// What libpq says of a failed attempt is text alone: what cannot get better by itself is told apart.
  private static func connectionError(_ text: String) -> SyncError {
    let refusals = [
      "password", "authentication failed", "certificate", "does not exist", "pg_hba.conf",
      "not permitted", "SSL was required", "does not support SSL", "root.crt",
    ]
    let message = line(text)
    return refusals.contains { message.contains($0) } ? .refused(message) : .offline(message)
  }

  private static func line(_ text: String) -> String {
    text.split(separator: "\n").joined(separator: "; ")
  }
}
