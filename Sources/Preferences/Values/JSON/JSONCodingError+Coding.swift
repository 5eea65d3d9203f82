extension JSONCodingError {
  static func tooDeep(path: String) -> Self {
    .notRepresentable(path: path, reason: JSONReason.tooDeep.text)
  }

  /// What an encoder, or a type's own `encode(to:)`, threw.
  init(encoding error: any Error) {
    guard case EncodingError.invalidValue(let value, let context) = error else {
      self = .notRepresentable(path: "", reason: "encoding failed: \(type(of: error))")
      return
    }
    self = .notRepresentable(
      path: Self.path(context.codingPath),
      reason: Self.reason(context.underlyingError, "an invalid \(type(of: value))"))
  }

  /// What a decoder, or a type's own `init(from:)`, threw.
  init(decoding error: any Error) {
    switch error {
    case DecodingError.typeMismatch(let type, let context):
      self.init(context, "expected \(type), found something else")
    case DecodingError.valueNotFound(let type, let context):
      self.init(context, "expected \(type), found null")
    case DecodingError.dataCorrupted(let context):
      self.init(context, "expected another value")
    case DecodingError.keyNotFound(let key, let context):
      self = .undecodable(
        path: Self.path(context.codingPath + [key]), reason: "expected a member, found none")
    default:
      self = .undecodable(path: "", reason: "decoding failed: \(type(of: error))")
    }
  }

  private init(_ context: DecodingError.Context, _ otherwise: String) {
    self = .undecodable(
      path: Self.path(context.codingPath), reason: Self.reason(context.underlyingError, otherwise))
  }

  // An error's own text is used when it is ours: another may show the value.
  private static func reason(_ error: (any Error)?, _ otherwise: String) -> String {
    (error as? JSONReason)?.text ?? otherwise
  }

  /// "window.frames[2].width".
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce(into: "") { path, key in
      if let index = key as? IndexKey {
        path += "[\(index.index)]"
      } else {
        path += (path.isEmpty ? "" : ".") + key.stringValue.escapedForDisplay
      }
    }
  }
}
