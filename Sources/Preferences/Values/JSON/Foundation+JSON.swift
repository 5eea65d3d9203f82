// Foundation's own JSON forms (seconds since 2001 for a date) say nothing to a reader of the file.
// FoundationEssentials has the five types and costs far less to load than all of Foundation.
#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension Date: PreferenceJSONConvertible {
  /// "2026-01-31T09:30:00.123Z", to the nearest millisecond.
  package func jsonForm() throws(JSONReason) -> JSONValue {
    let milliseconds = (timeIntervalSince1970 * 1000).rounded()
    guard let time = Int64(exactly: milliseconds), let text = ISO8601.text(milliseconds: time)
    else { throw JSONReason("a date further than 270,000 years away cannot be written") }
    return .string(text)
  }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let text = jsonForm.string, let time = ISO8601.milliseconds(text) else {
      throw .expected("a date such as 2026-01-31T09:30:00.123Z", found: jsonForm)
    }
    self.init(timeIntervalSince1970: Double(time) / 1000)
  }
}

extension URL: PreferenceJSONConvertible {
  /// The absolute text.
  package func jsonForm() -> JSONValue { .string(absoluteString) }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let text = jsonForm.string, let url = URL(string: text) else {
      throw .expected("a URL", found: jsonForm)
    }
    self = url
  }
}

extension UUID: PreferenceJSONConvertible {
  /// The 36 characters of RFC 9562, in upper case.
  package func jsonForm() -> JSONValue { .string(uuidString) }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let text = jsonForm.string, let uuid = UUID(uuidString: text) else {
      throw .expected("a UUID", found: jsonForm)
    }
    self = uuid
  }
}

extension Data: PreferenceJSONConvertible {
  /// Base64 (RFC 4648, section 4), with padding.
  package func jsonForm() -> JSONValue { .string(base64EncodedString()) }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let text = jsonForm.string, let data = Data(base64Encoded: text) else {
      throw .expected("base64 text", found: jsonForm)
    }
    self = data
  }
}

extension Decimal: PreferenceJSONConvertible {
  /// A number, with all its digits.
  package func jsonForm() throws(JSONReason) -> JSONValue {
    guard let number = JSONNumber(description) else {
      throw JSONReason("NaN cannot be written as JSON")
    }
    return .number(number)
  }

  package init(jsonForm: JSONValue) throws(JSONReason) {
    guard let text = jsonForm.number?.description, let value = Decimal(string: text), !value.isNaN
    else { throw .expected("a decimal number", found: jsonForm) }
    self = value
  }
}
