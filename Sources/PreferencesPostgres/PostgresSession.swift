package import PreferencesSync

/// A connection for whoever looks after a server: scripts, and rows as text.
package final class PostgresSession: Sendable {
  private let connection: PostgresConnection

  package init(_ server: String) throws(SyncError) {
    connection = try PostgresConnection(PostgresParameters(server))
  }

  package func run(_ sql: String) throws(SyncError) { try connection.runScript(sql) }

  package func rows(
    _ sql: String, _ parameters: [String?] = []
  ) throws(SyncError) -> [[String?]] {
    let result = try connection.run(sql, parameters)
    return (0..<result.count).map { row in
      (0..<result.columnCount).map { result.text(row, $0) }
    }
  }
}
