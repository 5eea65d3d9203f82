internal import SQLiteCore

/// What of a key does not depend on the type of its values: reads that miss the cache go through it,
/// since the look-up of generic metadata would cost more than what they do.
@usableFromInline
class AnyKeyBox: @unchecked Sendable {
  // Unchecked, since the class has a subclass: all is immutable or atomic, there as well.
  let namespace: String
  let key: String
  /// The checked names, own first; or why one of them is none. No `Result`, for the same reason as in
  /// `KeyRegistry`.
  let names: CheckedNames
  enum CheckedNames {
    case valid([PreferenceName])
    case invalid(PreferenceError)

    func get() throws(PreferenceError) -> [PreferenceName] {
      switch self {
      case .valid(let names): names
      case .invalid(let error): throw error
      }
    }
  }
  /// The names for observation tracking; made once, since making a key path costs more than a read.
  @usableFromInline final let observed: ObservedPaths
  @usableFromInline final let slot = CellSlot()

  init(namespace: String, key: String, formerNames: [(namespace: String, key: String)]) {
    self.namespace = namespace
    self.key = key
    do throws(PreferenceError) {
      var names = [try PreferenceName(namespace: namespace, key: key)]
      for former in formerNames {
        names.append(try PreferenceName(namespace: former.namespace, key: former.key))
      }
      self.names = .valid(names)
    } catch { names = .invalid(error) }
    observed = ObservedPaths((try? names.get()) ?? [])
  }

  /// A new cell for values of the key's type.
  func makeCell(_ entries: [CacheEntry]) -> AnyCell { AnyCell(entries: entries, owner: self) }
}

/// What a key consists of; shared by its copies.
@usableFromInline
final class KeyBox<Value: Sendable>: AnyKeyBox, @unchecked Sendable {
  let codec: PreferenceCodec<Value>
  // Out of the codec, whose generic metadata a read would have to look up.
  private let decodeValue:
    @Sendable (StoredValue, _ default: () -> Value?) throws(CodecError) -> Value
  let documentation: String?
  let formerNames: [(namespace: String, key: String)]
  let options: KeyOptions
  private let makeDefault: @Sendable () -> Value
  private let madeDefault = Lock<Value?>(nil)

  init(
    namespace: String, key: String, codec: PreferenceCodec<Value>,
    documentation: String? = nil, formerNames: [(namespace: String, key: String)] = [],
    options: KeyOptions = KeyOptions(), makeDefault: @escaping @Sendable () -> Value
  ) {
    self.codec = codec
    decodeValue = codec.decodeValue
    self.documentation = documentation
    self.formerNames = formerNames
    self.options = options
    self.makeDefault = makeDefault
    super.init(namespace: namespace, key: key, formerNames: formerNames)
  }

  override func makeCell(_ entries: [CacheEntry]) -> AnyCell {
    ValueCell<Value>(entries: entries, owner: self)
  }

  func decode(_ stored: StoredValue) throws(CodecError) -> Value {
    try decodeValue(stored, { defaultValue })
  }

  /// The default, made at first need. Outside the lock: it may be anybody's code, and read keys.
  var defaultValue: Value {
    if let made = madeDefault.withLock({ $0 }) { return made }
    let new = makeDefault()
    return madeDefault.withLock { made in
      if made == nil { made = new }
      return made ?? new
    }
  }

  func with(
    documentation: String? = nil, formerNames: [(namespace: String, key: String)]? = nil,
    options: KeyOptions? = nil
  ) -> KeyBox {
    KeyBox(
      namespace: namespace, key: key, codec: codec,
      documentation: documentation ?? self.documentation,
      formerNames: formerNames ?? self.formerNames, options: options ?? self.options,
      makeDefault: makeDefault)
  }
}
