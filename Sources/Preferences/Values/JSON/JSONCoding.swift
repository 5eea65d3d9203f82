/// `Codable` values to JSON and back, so that versions of a struct can live with each other's files.
///
/// - A member that is missing takes the default's value, at every depth but inside arrays.
/// - A member that the type never asks for is kept when a value is written over a previous one.
/// - The version of a struct is the number of its upgrades + 1. It stands in the member `$version`,
///   absent for 1; no other member at the top may have that name.
package enum JSONCoding {
  static let versionName = "$version"

  /// Encodes `value`; members of `previous` that `V` never asks for are kept.
  ///
  /// A `previous` that cannot be decoded is replaced as a whole.
  ///
  /// - Throws: ``JSONCodingError/notRepresentable(path:reason:)``, and
  ///   ``JSONCodingError/newerVersion(supported:found:)`` for a `previous` that must not be replaced.
  package static func encode<V: Codable>(
    _ value: V, over previous: JSONValue? = nil, upgrades: [FieldUpgrade] = []
  ) throws(JSONCodingError) -> JSONValue {
    let new: JSONValue
    do { new = try PreferenceEncoder.tree(of: value) } catch { throw .init(encoding: error) }
    guard case .object(var members) = new else {
      guard upgrades.isEmpty else {
        throw .notRepresentable(path: "", reason: "a value with upgrades must be an object")
      }
      return new
    }
    guard members[versionName] == nil else {
      throw .notRepresentable(path: versionName, reason: "this name is reserved for the version")
    }
    if let previous { members = try keepUnknown(V.self, of: previous, in: members, upgrades) }
    guard !upgrades.isEmpty else { return .object(members) }
    let version: (String, JSONValue) = (versionName, JSONValue(upgrades.count + 1))
    return .object(JSONObject([version] + members.members))
  }

  /// Decodes a value; members that are missing are looked up in `defaults`.
  ///
  /// Stored fields of an older version go through the upgrades that they have not seen first.
  ///
  /// - Throws: ``JSONCodingError/undecodable(path:reason:)`` and
  ///   ``JSONCodingError/newerVersion(supported:found:)``.
  package static func decode<V: Decodable>(
    _ type: V.Type, from tree: JSONValue, defaults: JSONValue? = nil, upgrades: [FieldUpgrade] = []
  ) throws(JSONCodingError) -> V {
    let tree = try upgraded(tree, upgrades)
    do {
      return try PreferenceDecoder.value(type, from: tree, defaults: defaults)
    } catch { throw .init(decoding: error) }
  }

  private static func keepUnknown<V: Decodable>(
    _ type: V.Type, of previous: JSONValue, in new: JSONObject, _ upgrades: [FieldUpgrade]
  ) throws(JSONCodingError) -> JSONObject {
    let fields: JSONValue
    do throws(JSONCodingError) { fields = try upgraded(previous, upgrades) } catch {
      if case .newerVersion = error { throw error }
      return new
    }
    // To decode the previous value costs as much as to encode the new one, and is seldom needed.
    guard case .object(let old) = fields, AskedMembers.mayKeep(of: old, in: new) else {
      return new
    }
    let asked = AskedMembers()
    let node = PreferenceDecoder.Node(value: fields, defaults: .object(new), asked: asked)
    guard (try? PreferenceDecoder.value(type, from: node)) != nil else { return new }
    return asked.keepingUnknown(of: old, in: new)
  }

  /// The fields in the form of the newest version, without the version itself.
  private static func upgraded(
    _ tree: JSONValue, _ upgrades: [FieldUpgrade]
  ) throws(JSONCodingError) -> JSONValue {
    guard case .object(var members) = tree else {
      guard upgrades.isEmpty else {
        throw .undecodable(path: "", reason: JSONReason.expected("an object", found: tree).text)
      }
      return tree
    }
    var version = 1
    if let stored = members[versionName] {
      guard let number = stored.number?.integer(Int.self), number >= 1 else {
        throw .undecodable(path: versionName, reason: "expected a number from 1, found another")
      }
      version = number
      members[versionName] = nil
    } else if upgrades.isEmpty {
      return tree
    }
    let supported = upgrades.count + 1
    guard version <= supported else { throw .newerVersion(supported: supported, found: version) }
    for (index, upgrade) in upgrades.enumerated().dropFirst(version - 1) {
      do { try upgrade(&members) } catch {
        throw .undecodable(
          path: "",
          reason: "the upgrade from version \(index + 1) failed: \(type(of: error))")
      }
    }
    members[versionName] = nil
    return .object(members)
  }
}
