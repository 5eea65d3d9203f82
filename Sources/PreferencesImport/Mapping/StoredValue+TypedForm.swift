package import Preferences

// `{"$type": tag, "$value": …}`: what stands in an XML property list for a value that no type of
// property lists fits. "$storage" is there only when the kind of "$value" does not tell: `text` for
// text that had to be written as data.
extension StoredValue {
  /// The value as a dictionary of a property list that XML can hold.
  package var typedForm: PropertyList {
    var members = [PropertyList.Member("$type", .string(type.rawValue))]
    switch storage {
    case .null: break
    case .integer(let value): members.append(.init("$value", .integer(value)))
    case .real(let value): members.append(.init("$value", .real(value)))
    case .text(let text) where text.isXMLText: members.append(.init("$value", .string(text)))
    case .text(let text): members += Self.textAsData(Array(text.utf8))
    case .malformedText(let bytes): members += Self.textAsData(bytes)
    case .blob(let bytes): members.append(.init("$value", .data(bytes)))
    case .components(let red, let green, let blue, let alpha):
      members.append(.init("$value", .array([red, green, blue, alpha].map(PropertyList.real))))
    }
    return .dictionary(members)
  }

  private static func textAsData(_ bytes: [UInt8]) -> [PropertyList.Member] {
    [.init("$value", .data(bytes)), .init("$storage", .string("text"))]
  }

  /// The value of such a dictionary; nil for anything else, in whatever detail.
  package init?(typedForm list: PropertyList) {
    guard case .dictionary(let members) = list, (1...3).contains(members.count),
      members.allSatisfy({ ["$type", "$value", "$storage"].contains($0.key) }),
      let tag = list["$type"]?.string
    else { return nil }
    let storage: Storage
    switch (list["$value"], list["$storage"]) {
    case (nil, nil): storage = .null
    case (.integer(let value), nil): storage = .integer(value)
    case (.real(let value), nil): storage = .real(value)
    case (.string(let text), nil): storage = .text(text)
    case (.data(let bytes), nil): storage = .blob(bytes)
    case (.data(let bytes), .string("text")): storage = .init(textBytes: bytes)
    case (.array(let elements), nil):
      let numbers = elements.compactMap { if case .real(let value) = $0 { value } else { nil } }
      guard elements.count == 4, numbers.count == 4 else { return nil }
      storage = .components(
        red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3])
    default: return nil
    }
    self.init(type: StoredType(rawValue: tag), storage: storage)
    guard storageProblem == nil else { return nil }
  }
}

extension StoredValue.Storage {
  /// Text from its bytes, marked as malformed if they are not UTF-8.
  package init(textBytes bytes: [UInt8]) {
    self = String(validating: bytes, as: UTF8.self).map(Self.text) ?? .malformedText(bytes)
  }

  /// The storage class, as the typed JSON export names it.
  package var name: String {
    switch self {
    case .null: "null"
    case .integer: "integer"
    case .real: "real"
    case .text: "text"
    case .blob: "blob"
    case .components: "components"
    case .malformedText: "malformedText"
    }
  }
}

extension StoredValue {
  /// Why the file would refuse the value: a spelling of the tag, or storage that is not the tag's.
  package var storageProblem: String? {
    let legal = type.rawValue.utf8.allSatisfy {
      $0.isDigit || $0 == UInt8(ascii: "_") || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
    }
    guard legal, (1...64).contains(type.rawValue.utf8.count) else {
      return "\(type.rawValue.quotedForMessage) is not the spelling of a type"
    }
    let fits: Bool
    switch (type, storage) {
    case (_, .real(let value)) where value.isNaN: fits = false
    case (_, .components(let red, let green, let blue, let alpha)):
      let finite = [red, green, blue, alpha].allSatisfy(\.isFinite)
      fits = finite && (type == .color || !StoredType.known.contains(type))
    case (.null, .null), (.int, .integer), (.date, .integer), (.real, .real): fits = true
    case (.bool, .integer(let value)): fits = value == 0 || value == 1
    case (.data, .blob), (.colorBlob, .blob): fits = true
    case (.text, .text), (.url, .text), (.uuid, .text), (.json, .text), (.appearance, .text),
      (.text, .malformedText), (.url, .malformedText), (.uuid, .malformedText),
      (.json, .malformedText), (.appearance, .malformedText):
      fits = true
    default: fits = !StoredType.known.contains(type)
    }
    return fits ? nil : "the type \(type) does not hold such a value (\(storage.name))"
  }

  /// Whether both have the same bytes: Swift holds `é` for equal to `e` + accent, and 0 to -0.
  package func isIdentical(to other: StoredValue) -> Bool {
    guard type == other.type else { return false }
    switch (storage, other.storage) {
    case (.text(let a), .text(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.real(let a), .real(let b)): return a.bitPattern == b.bitPattern
    case (.components(let r1, let g1, let b1, let a1), .components(let r2, let g2, let b2, let a2)):
      return [r1, g1, b1, a1].map(\.bitPattern) == [r2, g2, b2, a2].map(\.bitPattern)
    default: return storage == other.storage
    }
  }
}
