/// Where a coder stands: the last key, and the path before it; nil is the root.
///
/// A list that shares its beginnings makes a level cost one small object, and coders that hold it
/// instead of each other form no cycles.
final class CodingPath: Sendable {
  let parent: CodingPath?
  let key: any CodingKey

  init(_ parent: CodingPath?, _ key: any CodingKey) {
    self.parent = parent
    self.key = key
  }
}

extension CodingPath? {
  /// The keys from the root on.
  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var rest = self
    while let path = rest {
      keys.append(path.key)
      rest = path.parent
    }
    return keys.reversed()
  }
}

/// The place of an element in a list.
struct IndexKey: CodingKey {
  let index: Int
  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { index = intValue }
  init?(stringValue: String) { nil }
  var intValue: Int? { index }
  var stringValue: String { "\(index)" }
}

/// The member that `superEncoder()` writes and `superDecoder()` reads.
struct SuperKey: CodingKey {
  init() {}
  init?(intValue: Int) { nil }
  init?(stringValue: String) { nil }
  var intValue: Int? { nil }
  var stringValue: String { "super" }
}
