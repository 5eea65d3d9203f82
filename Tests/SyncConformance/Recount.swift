package import Preferences
package import PreferencesSync

/// What must hold between devices and their server, once all have come to rest.
package struct Recount {
  /// What does not hold.
  package struct Violation: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
  }

  /// The server's items.
  package let items: [PreferenceName: SyncItem]
  private let received: Set<SyncVersion>?

  package init(_ server: some SyncTestServer) async throws {
    let snapshot = try await server.engine().snapshot()
    if let stray = snapshot.items.first(where: { $0.name.namespace != "Settings" }) {
      throw Violation(description: "the server was told of \(stray.name), which does not roam")
    }
    items = Dictionary(snapshot.items.map { ($0.name, $0) }) { first, _ in first }
    received = try await server.received()
  }

  /// A device shows what the server has.
  package func check(_ device: String, shows found: SyncValue?, for name: PreferenceName) throws {
    let expected = items[name]?.value
    guard found == expected else {
      throw Violation(
        description:
          "\(device): \(name) is \(found as Any), the server has \(expected as Any)")
    }
  }

  /// Each edit of a device is on record there and on the server, was applied or superseded, and nothing
  /// is shown that it had seen and replaced.
  ///
  /// - Parameters:
  ///   - count: how many it has made.
  ///   - record: those that it knows of.
  package func check(
    _ device: String, made count: Int, on record: [SyncDevice.EditRecord]
  ) throws {
    guard record.count == count else {
      throw Violation(
        description:
          "\(device) made \(count) edits, \(record.count) are known: \(record.prefix(200).map { "\($0.version.device.prefix(4))/\($0.version.number) \($0.state)" })"
      )
    }
    for edit in record {
      guard ["accepted", "superseded"].contains(edit.state) else {
        throw Violation(description: "\(device): \(edit.version) is \(edit.state)")
      }
      if let received, !received.contains(edit.version) {
        throw Violation(description: "\(device): the server never got \(edit.version)")
      }
      if let item = items[edit.name], item.version == edit.base {
        throw Violation(
          description:
            "\(edit.name) is \(item.version), which \(edit.version) had seen and replaced")
      }
    }
  }
}
