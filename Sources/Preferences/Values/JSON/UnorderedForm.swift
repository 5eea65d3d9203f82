/// A collection that comes in another order in every process, and is written in a fixed one.
///
/// Else writing an equal set or dictionary would be a change, with a row in the log.
protocol UnorderedForm {
  static func ordered(_ elements: [JSONValue]) -> JSONValue
  static func ordered(_ members: JSONObject) -> JSONValue
}

extension UnorderedForm {
  static func ordered(_ members: JSONObject) -> JSONValue {
    var members = members
    members.sortByName()
    return .object(members)
  }
}

extension Set: UnorderedForm {
  static func ordered(_ elements: [JSONValue]) -> JSONValue {
    .array(elements.map(OrderedForm.init).sorted().map(\.value))
  }
}

extension Dictionary: UnorderedForm {
  /// Keys that are not text come as a list of keys and values in turns.
  static func ordered(_ elements: [JSONValue]) -> JSONValue {
    let pairs = stride(from: 0, to: elements.count - 1, by: 2).map {
      (key: OrderedForm(elements[$0]), value: elements[$0 + 1])
    }
    return .array(pairs.sorted { $0.key < $1.key }.flatMap { [$0.key.value, $0.value] })
  }
}

/// Numbers by size, all else by its text.
private struct OrderedForm: Comparable {
  let value: JSONValue
  private let size: Double?
  private let text: String

  init(_ value: JSONValue) {
    self.value = value
    size = value.double
    text = value.description
  }

  static func < (a: Self, b: Self) -> Bool {
    if let x = a.size, let y = b.size, x != y { return x < y }
    if (a.size == nil) != (b.size == nil) { return b.size == nil }
    return a.text.utf8.lexicographicallyPrecedes(b.text.utf8)
  }
}
