/// The members of a JSON object, in order and without duplicates.
///
/// Names are compared as Swift compares strings: `é` and `e` with a combining accent are one name.
public struct JSONObject: Sendable {
  package typealias Member = (name: String, value: JSONValue)

  package private(set) var members: [Member] = []
  // Where a name stands, kept only for objects in which looking through all members is slow.
  private var positions: [String: Int] = [:]
  private static let fewMembers = 16

  /// No members.
  public init() {}

  package init(_ members: some Sequence<(String, JSONValue)>) {
    for (name, value) in members { self[name] = value }
  }

  /// The number of members.
  public var count: Int { members.count }
  /// Whether there are no members.
  public var isEmpty: Bool { members.isEmpty }
  /// The names, in order.
  public var names: [String] { members.map(\.name) }

  /// The value of a member: nil when it is absent; a new name goes to the end; nil removes.
  ///
  /// Setting `.null` stores JSON's null, which is not the same as removing the member.
  public subscript(name: String) -> JSONValue? {
    get { position(of: name).map { members[$0].value } }
    set {
      switch (position(of: name), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        index()
      case (nil, let value?): appendNew(name, value)
      case (nil, nil): break
      }
    }
  }

  /// Gives a member another name, at its place; false when there is none of that name.
  ///
  /// A member that already has the new name is replaced.
  @discardableResult
  public mutating func rename(_ name: String, to newName: String) -> Bool {
    guard position(of: name) != nil else { return false }
    if name != newName { self[newName] = nil }
    guard let position = position(of: name) else { return false }
    members[position].name = newName
    index()
    return true
  }

  /// Adds a member; false, and no change, when the name is taken.
  package mutating func append(_ name: String, _ value: JSONValue) -> Bool {
    guard position(of: name) == nil else { return false }
    appendNew(name, value)
    return true
  }

  /// Orders the members by the UTF-8 bytes of their names.
  package mutating func sortByName() {
    members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    index()
  }

  private func position(of name: String) -> Int? {
    members.count > Self.fewMembers
      ? positions[name] : members.firstIndex { $0.name == name }
  }

  private mutating func appendNew(_ name: String, _ value: JSONValue) {
    members.append((name, value))
    if members.count > Self.fewMembers + 1 {
      positions[name] = members.count - 1
    } else if members.count > Self.fewMembers {
      index()
    }
  }

  private mutating func index() {
    positions.removeAll()
    guard members.count > Self.fewMembers else { return }
    for (position, member) in members.enumerated() { positions[member.name] = position }
  }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members, in whatever order.
  public static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.members.allSatisfy { b[$0.name] == $0.value }
  }

  /// Feeds the members, independent of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (name, value) in members {
      var hasher = Hasher()
      hasher.combine(name)
      hasher.combine(value)
      sum &+= hasher.finalize()
    }
    hasher.combine(sum)
  }
}

extension JSONObject: Sequence {
  /// The members in order.
  public func makeIterator() -> some IteratorProtocol<(name: String, value: JSONValue)> {
    members.makeIterator()
  }
}

extension JSONObject: CustomStringConvertible {
  /// The compact JSON text.
  public var description: String { JSONValue.object(self).description }
}
