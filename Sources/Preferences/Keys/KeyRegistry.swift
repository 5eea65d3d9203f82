internal import SQLiteCore

/// A key that an app has declared, for settings windows, documentation and checks.
public struct PreferenceDeclaration: Hashable, Sendable {
  /// The key's full name.
  public var name: PreferenceName
  /// The Swift type of its values, such as `Int` or `Optional<String>`.
  public var valueType: String
  /// The tag that its values are stored under.
  public var storedType: StoredType
  /// The default as it would be stored; nil when it cannot be. Never a row of the file.
  public var defaultValue: StoredValue?
  /// What the key is for.
  public var documentation: String?
  /// Names that the key had before.
  public var formerNames: [PreferenceName]
}

/// The declared keys of a store.
final class KeyRegistry: Sendable {
  /// A structure, here and in other locks: the type of a bare dictionary is put together while the
  /// program runs, a tenth of the time of opening a store.
  private struct Declarations {
    var byName: [PreferenceName: PreferenceDeclaration] = .init()
  }
  private let declarations = Lock(Declarations())

  var all: [PreferenceDeclaration] {
    declarations.withLock { $0.byName.values.sorted { $0.name < $1.name } }
  }

  func defaultValue(of name: PreferenceName) -> StoredValue? {
    declarations.withLock { $0.byName[name]?.defaultValue }
  }

  func add(_ new: PreferenceDeclaration) throws(PreferenceError) {
    let existing = declarations.withLock { declarations in
      if let existing = declarations.byName[new.name] { return existing }
      declarations.byName[new.name] = new
      return new
    }
    guard existing.valueType == new.valueType, existing.storedType == new.storedType,
      existing.defaultValue == new.defaultValue
    else {
      throw .conflictingDeclarations(
        key: new.name, first: existing.summary, second: new.summary)
    }
  }
}

extension PreferenceDeclaration {
  fileprivate var summary: String { "\(valueType) (\(storedType))" }
}

extension PreferenceStore {
  /// Declares keys, so that ``declarations`` lists them; nothing is written to the file.
  ///
  /// - Throws: ``PreferenceError/conflictingDeclarations(key:first:second:)`` when a name is taken
  ///   with another type or default, ``PreferenceError/invalidName(_:reason:)``.
  public func register<each Value: Sendable>(
    _ keys: repeat Key<each Value>
  ) throws(PreferenceError) {
    // A reference to a colour that is not set reads as that one's declared default.
    defer { cache.forgetFollowed() }
    for key in repeat each keys { try registry.add(key.declaration) }
  }

  /// The declared keys, in the order of their names.
  public var declarations: [PreferenceDeclaration] { registry.all }
}

extension PreferenceStore.Key {
  fileprivate var declaration: PreferenceDeclaration {
    get throws(PreferenceError) {
      let names = try names
      return PreferenceDeclaration(
        name: names[0], valueType: "\(Value.self)", storedType: codec.storedType,
        defaultValue: try? encode(defaultValue, over: nil), documentation: documentation,
        formerNames: Array(names.dropFirst()))
    }
  }
}
