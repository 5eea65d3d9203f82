/// Which members of a stored object a type asked for while it was decoded, at every depth.
///
/// What was never asked for belongs to another version of the type, and is kept on writing.
final class AskedMembers {
  private var members: [String: AskedMembers] = [:]
  private var all = false

  /// Notes that a member was asked for.
  @discardableResult
  func member(_ name: String) -> AskedMembers {
    if let known = members[name] { return known }
    let asked = AskedMembers()
    members[name] = asked
    return asked
  }

  /// Notes that the names of all members were asked for.
  func noteAll() { all = true }

  /// The new object, with what was never asked for in the previous one after its own members.
  ///
  /// Goes through objects, not into arrays, whose elements have no names to be known by.
  func keepingUnknown(of previous: JSONObject, in new: JSONObject) -> JSONObject {
    var merged = new
    for (name, old) in previous.members {
      switch (old, new[name]) {
      case (.object(let old), .object(let value)?):
        guard let asked = members[name] else { continue }
        merged[name] = .object(asked.keepingUnknown(of: old, in: value))
      case (_, nil) where !all && members[name] == nil: merged[name] = old
      default: continue
      }
    }
    return merged
  }

  /// Whether there may be anything to keep: the previous object has a member that the new has not.
  static func mayKeep(of previous: JSONObject, in new: JSONObject) -> Bool {
    previous.members.contains { name, old in
      switch (old, new[name]) {
      case (.object(let old), .object(let value)?): mayKeep(of: old, in: value)
      case (_, let value): value == nil
      }
    }
  }
}
