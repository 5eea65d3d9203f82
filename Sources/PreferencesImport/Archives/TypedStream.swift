/// What NSArchiver, the predecessor of NSKeyedArchiver, writes: values in order, each group after a
/// text that names its types.
struct TypedStream {
  /// A value of a stream.
  enum Value {
    case integer(Int64)
    case real(Double)
    case bytes([UInt8])
    /// An object by its number; nil is the null object.
    case object(Int?)
  }

  /// Objects and classes have numbers in common.
  enum Entry {
    case object(class: Int?, values: [Value])
    case `class`(String, superclass: Int?)
  }

  /// The values at the top.
  var values: [Value] = []
  /// Objects and classes by their numbers.
  var entries: [Entry] = []

  /// Whether bytes begin like a stream of either byte order.
  static func begins(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [4, 11] + "streamtyped".utf8)
      || bytes.starts(with: [4, 11] + "typedstream".utf8)
  }

  /// The values of an object of a class or of one of its subclasses; nil for anything else.
  func values(of value: Value?, class name: String) -> [Value]? {
    guard case .object(let number?) = value, entries.indices.contains(number),
      case .object(var next, let values) = entries[number]
    else { return nil }
    for _ in 0..<32 {
      guard let number = next, entries.indices.contains(number),
        case .class(let found, let superclass) = entries[number]
      else { return nil }
      if found.utf8.elementsEqual(name.utf8) { return values }
      next = superclass
    }
    return nil
  }
}
