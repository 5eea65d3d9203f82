import Foundation

/// A few machines that are none: network namespaces, joined by a switch in one more. For root on Linux.
///
/// Number 0 is at the switch, 1 and up are the nodes, `10.0.0.1` and so on. All that runs in them ends
/// with this object.
package final class TestNetwork {
  /// Why there can be none; nil: there can.
  package static let missing: String? = {
    guard getuid() == 0 else { return "network namespaces are for root" }
    guard SystemCommand.path(of: "ip") != nil else { return "iproute2 is not installed" }
    return (try? TestNetwork(nodes: 1)) == nil ? "no network namespaces" : nil
  }()

  private let name = "preferences-\(getpid())-\(UUID().uuidString.prefix(4))"
  private let count: Int

  package init(nodes: Int) throws {
    count = nodes
    try Self.removeAbandoned()
    for number in 0...nodes {
      try Self.ip("netns", "add", namespace(number))
      try Self.ip("-n", namespace(number), "link", "set", "lo", "up")
    }
    try Self.ip("-n", namespace(0), "link", "add", "switch", "type", "bridge")
    try Self.ip("-n", namespace(0), "addr", "add", "10.0.0.254/24", "dev", "switch")
    try Self.ip("-n", namespace(0), "link", "set", "switch", "up")
    for node in 1...nodes {
      try Self.ip(
        "link", "add", "eth0", "netns", namespace(node), "type", "veth", "peer", "name",
        "node\(node)", "netns", namespace(0))
      try Self.ip("-n", namespace(node), "addr", "add", "\(address(node))/24", "dev", "eth0")
      try Self.ip("-n", namespace(node), "link", "set", "eth0", "up")
      try Self.ip("-n", namespace(0), "link", "set", "node\(node)", "master", "switch", "up")
    }
  }

  deinit { for number in 0...count { Self.remove(namespace(number)) } }

  package func address(_ node: Int) -> String { "10.0.0.\(node)" }

  /// The words that start a command on a node.
  package func prefix(_ node: Int) -> [String] {
    [SystemCommand.path(of: "ip") ?? "ip", "netns", "exec", namespace(node)]
  }

  /// Pulls a node's cable at the switch: what runs there still reaches its own address.
  package func cut(_ node: Int) throws { try setLink(of: node, "down") }

  /// Puts it in again.
  package func heal(_ node: Int) throws { try setLink(of: node, "up") }

  private func setLink(of node: Int, _ state: String) throws {
    try Self.ip("-n", namespace(0), "link", "set", "node\(node)", state)
  }

  /// All that runs on a node.
  package func processes(_ node: Int) throws -> Set<Int32> {
    try Self.processes(in: namespace(node))
  }

  private func namespace(_ node: Int) -> String { "\(name)-\(node)" }

  private static func processes(in namespace: String) throws -> Set<Int32> {
    let ip = SystemCommand.path(of: "ip") ?? "ip"
    let text = try SystemCommand.output(of: [ip, "netns", "pids", namespace])
    return Set(text.split(separator: "\n").compactMap { Int32($0) })
  }

  private static func remove(_ namespace: String) {
    for _ in 0..<100 {
      guard let left = try? processes(in: namespace), !left.isEmpty else { break }
      for process in left { kill(process, SIGKILL) }
      usleep(50_000)
    }
    try? ip("netns", "del", namespace)
  }

  /// Those of a test that was killed itself.
  private static func removeAbandoned() throws {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/run/netns")) ?? []
    for name in all where name.hasPrefix("preferences-") {
      guard let owner = Int32(name.split(separator: "-")[1]), kill(owner, 0) != 0 else { continue }
      remove(name)
    }
  }

  private static func ip(_ words: String...) throws {
    try SystemCommand.run([SystemCommand.path(of: "ip") ?? "ip"] + words)
  }
}
