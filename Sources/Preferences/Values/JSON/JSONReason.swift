/// Why a value has no JSON form, or a JSON value does not fit a type, without the place.
///
/// It travels as the underlying error of a `DecodingError` or `EncodingError`: how the text of such
/// an error is told from one made elsewhere, which may show the value.
package struct JSONReason: Error, Hashable, Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// "expected …, found …"; the value itself is not shown.
  package static func expected(_ expected: String, found: JSONValue) -> Self {
    Self("expected \(expected), found \(found.kind)")
  }

  static let tooDeep = Self("nested more than \(JSONValue.maximumDepth) levels deep")
}
