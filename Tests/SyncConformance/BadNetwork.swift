#if PREFERENCES_POSTGRES
  import Foundation
  import TestSupport

  /// Goes between devices and a server on loopback: delays what is sent, loses requests and answers with
  /// their connection, and sends all that a connection has ever carried once more, later.
  package final class BadNetwork: Sendable {
    /// In percent of what is sent.
    package struct Faults: Sendable {
      package var lostRequests = 3
      package var lostAnswers = 3
      package var delays = 10
    }

    private struct State: Sendable {
      var random: SeededGenerator
      var faults: Faults? = Faults()
      /// What each connection has carried to the server.
      var heard: [Int32: [UInt8]] = [:]
      var old: [[UInt8]] = []
    }

    private enum Fault: Sendable { case lostRequest, lostAnswer }

    /// Where devices connect to.
    package let port: UInt16
    private let server: UInt16
    private let listener: Int32
    private let state: Guarded<State>

    package init(to server: UInt16, seed: UInt64) throws {
      // A peer that is gone is an error of the write.
      signal(SIGPIPE, SIG_IGN)
      self.server = server
      state = Guarded(State(random: SeededGenerator(seed: seed)))
      listener = socket(AF_INET, Self.stream, 0)
      var address = Self.loopback(0)
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      let isBound = withUnsafeMutablePointer(to: &address) { [listener] address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, length) == 0 && listen(listener, 64) == 0
            && getsockname(listener, $0, &length) == 0
        }
      }
      guard isBound else { throw Unavailable(description: "no free port") }
      port = UInt16(bigEndian: address.sin_port)
      Thread.detachNewThread { [self] in acceptAll() }
    }

    /// From now on nothing goes wrong.
    package func heal() { state.withLock { $0.faults = nil } }

    /// Ends; connections end with their peers.
    package func close() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Sends what former connections have carried once more, the last one first, and waits for the answers.
    package func repeatAll() {
      let old = state.withLock { state in
        defer { state.old = [] }
        return state.old.reversed().prefix(5)
      }
      for bytes in old {
        guard let peer = connectToServer() else { continue }
        Self.send(bytes, to: peer)
        shutdown(peer, Int32(SHUT_WR))
        while Self.receive(from: peer) != nil {}
        Foundation.close(peer)
      }
    }

    private func acceptAll() {
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0 else {
          Foundation.close(listener)
          return
        }
        guard let peer = connectToServer() else {
          Foundation.close(client)
          continue
        }
        state.withLock { $0.heard[client] = [] }
        Thread.detachNewThread { [self] in carry(from: client, to: peer) }
        Thread.detachNewThread {
          while let bytes = Self.receive(from: peer) { Self.send(bytes, to: client) }
          shutdown(client, Int32(SHUT_RDWR))
        }
      }
    }

    private func carry(from client: Int32, to peer: Int32) {
      while let bytes = Self.receive(from: client) {
        let (fault, delay) = state.withLock { state in
          state.heard[client]?.append(contentsOf: bytes)
          guard let faults = state.faults else { return (nil as Fault?, UInt32(0)) }
          let delay = state.random.chance(faults.delays)
          let fault: Fault? =
            state.random.chance(faults.lostRequests)
            ? .lostRequest : state.random.chance(faults.lostAnswers) ? .lostAnswer : nil
          return (fault, delay ? UInt32.random(in: 0...20_000, using: &state.random) : 0)
        }
        usleep(delay)
        if fault == .lostRequest { break }
        if fault == .lostAnswer { shutdown(client, Int32(SHUT_RDWR)) }
        Self.send(bytes, to: peer)
        if fault == .lostAnswer { break }
      }
      shutdown(client, Int32(SHUT_RDWR))
      // The server is to read what it was sent, and then the end.
      shutdown(peer, Int32(SHUT_WR))
      state.withLock { state in
        if let bytes = state.heard.removeValue(forKey: client) { state.old.append(bytes) }
      }
      usleep(50_000)
      Foundation.close(client)
      Foundation.close(peer)
    }

    private func connectToServer() -> Int32? {
      let peer = socket(AF_INET, Self.stream, 0)
      var address = Self.loopback(server)
      let isConnected = withUnsafePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(peer, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      guard isConnected else {
        Foundation.close(peer)
        return nil
      }
      return peer
    }

    #if canImport(Darwin)
      private static let stream = SOCK_STREAM
    #else
      private static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    private static func loopback(_ port: UInt16) -> sockaddr_in {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      return address
    }

    /// nil at the end.
    private static func receive(from descriptor: Int32) -> [UInt8]? {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = read(descriptor, &bytes, bytes.count)
      return count > 0 ? Array(bytes[..<count]) : nil
    }

    private static func send(_ bytes: [UInt8], to descriptor: Int32) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        guard count > 0 else { return }
        rest = rest.dropFirst(count)
      }
    }
  }
#endif
