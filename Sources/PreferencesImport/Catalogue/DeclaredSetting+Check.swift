public import Preferences

extension DeclaredSetting {
  /// What a stored value is read as: the target of an alias, everything else as it is.
  public func reading(_ value: StoredValue) -> StoredValue {
    aliases.first { $0.value == value }?.target ?? value
  }

  /// Why the setting does not take a value, such as "it is above the maximum, 100"; nil if it does.
  public func problem(with value: StoredValue) -> String? {
    let value = reading(value)
    if value.type == .null, defaultValue?.type == .null { return nil }
    let number = Number(value)
    // Integers above Int64.max are stored as JSON.
    if let type, type != value.type, !(type == .int && number != nil && value.type == .json) {
      return "expected \(type), found \(value.type)"
    }
    if let number {
      if let minimum, let limit = Number(minimum), number < limit {
        return "it is below the minimum, \(minimum.textForCatalogue)"
      }
      if let maximum, let limit = Number(maximum), limit < number {
        return "it is above the maximum, \(maximum.textForCatalogue)"
      }
    }
    let parts = takesSeveral ? value.listElements : [value]
    guard choices.isEmpty || parts.allSatisfy({ part in choices.contains { $0.value == part } })
    else { return "\(value.textForCatalogue) is not one of the choices" }
    return nil
  }

  /// A number to compare with another; integers exactly.
  private enum Number {
    case whole(Int128)
    case real(Double)

    init?(_ value: StoredValue) {
      switch (value.type, value.storage) {
      case (.int, .integer(let integer)): self = .whole(Int128(integer))
      case (.real, .real(let real)): self = .real(real)
      case (.json, .text(let text)):
        guard let integer = UInt64(text) else { return nil }
        self = .whole(Int128(integer))
      default: return nil
      }
    }

    static func < (a: Self, b: Self) -> Bool {
      if case .whole(let a) = a, case .whole(let b) = b { return a < b }
      return a.real < b.real
    }

    private var real: Double {
      switch self {
      case .whole(let value): Double(value)
      case .real(let value): value
      }
    }
  }
}

extension StoredValue {
  /// The texts of a JSON list; the value itself if it is none, which no choice equals.
  fileprivate var listElements: [StoredValue] {
    guard case .text(let text) = storage, let elements = try? JSONValue(parsing: text).array else {
      return [self]
    }
    return elements.map { $0.string.map(StoredValue.text) ?? .json($0.description) }
  }
}
