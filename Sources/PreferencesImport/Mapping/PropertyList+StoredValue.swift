package import Preferences

extension PropertyList {
  /// A value of a domain as the file stores it, and what was changed on the way.
  package struct Conversion {
    package var value: StoredValue
    /// Such as "date rounded to milliseconds"; nil when nothing was.
    package var note: String?
  }

  /// The value under a key of a domain.
  ///
  /// Dates are rounded to the nearest millisecond; arrays, dictionaries, sets, UIDs and integers
  /// above Int64.max become `json`.
  ///
  /// - Throws: the reason why it is left out: NaN, a date beyond the file's range.
  package func conversion(sortsKeys: Bool) throws(Unsayable) -> Conversion {
    if let value = StoredValue(typedForm: self) { return Conversion(value: value) }
    switch self {
    case .bool(let value): return Conversion(value: .bool(value))
    case .integer(let value): return Conversion(value: .int(value))
    case .real(let value) where value.isNaN: throw Unsayable(reason: "not a number (NaN)")
    case .real(let value): return Conversion(value: .real(value))
    case .string(let text): return Conversion(value: .text(text))
    case .data(let bytes): return Conversion(value: .data(bytes))
    case .date(let seconds): return try Self.conversion(date: seconds)
    case .unsigned, .array, .set, .dictionary, .uid:
      let json = try json(sortsKeys: sortsKeys)
      do {
        return Conversion(value: .json(try json.text()), note: "\(kind) as JSON")
      } catch {
        throw Unsayable(reason: error.description)
      }
    }
  }

  private static func conversion(date seconds: Double) throws(Unsayable) -> Conversion {
    let milliseconds = (seconds * 1000).rounded()
    guard let sinceReference = Int64(exactly: milliseconds) else {
      throw Unsayable(reason: "a date beyond the range of 64-bit milliseconds")
    }
    let (value, overflow) = sinceReference.addingReportingOverflow(referenceDate)
    guard !overflow else {
      throw Unsayable(reason: "a date beyond the range of 64-bit milliseconds")
    }
    let isExact = milliseconds / 1000 == seconds
    return Conversion(
      value: .date(milliseconds: value), note: isExact ? nil : "date rounded to milliseconds")
  }
}

extension StoredValue {
  /// The value as an XML property list holds it: a type of property lists where one fits *and reads
  /// back as the same bytes*, else the typed form.
  package var propertyList: PropertyList {
    guard let native, let again = try? native.conversion(sortsKeys: false),
      again.value.isIdentical(to: self)
    else { return typedForm }
    return native
  }

  private var native: PropertyList? {
    switch (type, storage) {
    case (.bool, .integer(let value)): return .bool(value == 1)
    case (.int, .integer(let value)): return .integer(value)
    case (.real, .real(let value)): return .real(value)
    case (.text, .text(let text)): return text.isXMLText ? .string(text) : nil
    case (.data, .blob(let bytes)): return .data(bytes)
    case (.date, .integer(let milliseconds)):
      let (time, overflow) = milliseconds.subtractingReportingOverflow(PropertyList.referenceDate)
      guard !overflow, time.isMultiple(of: 1000) else { return nil }
      let seconds = Double(time / 1000)
      return PropertyList.text(date: seconds) == nil ? nil : .date(seconds)
    case (.json, .text(let text)):
      guard let json = try? JSONValue(parsing: text) else { return nil }
      let list = PropertyList(json)
      switch list {
      case .array, .dictionary, .unsigned, .uid: return list
      default: return nil
      }
    default: return nil
    }
  }
}
