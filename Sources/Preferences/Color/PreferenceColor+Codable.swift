// For coders that are not this library's: the library's own take the JSON form as it is.

extension PreferenceColor: Codable {
  private enum CodingKeys: String, CodingKey {
    case space, red, green, blue, alpha, opacity
  }

  /// Reads `red`, `green`, `blue`, and `alpha` (or `opacity`) and `space`, which may be missing.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let alpha =
      try members.decodeIfPresent(Double.self, forKey: .alpha)
      ?? members.decodeIfPresent(Double.self, forKey: .opacity)
    self.init(
      try members.decodeIfPresent(Space.self, forKey: .space) ?? .sRGB,
      red: try members.decode(Double.self, forKey: .red),
      green: try members.decode(Double.self, forKey: .green),
      blue: try members.decode(Double.self, forKey: .blue), alpha: alpha ?? 1)
  }

  /// Writes `space`, `red`, `green`, `blue` and `alpha`.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(space, forKey: .space)
    try members.encode(red, forKey: .red)
    try members.encode(green, forKey: .green)
    try members.encode(blue, forKey: .blue)
    try members.encode(alpha, forKey: .alpha)
  }
}

extension AdaptiveColor: Codable {
  /// Reads the text that ``encode(to:)`` writes.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    do {
      try self.init(jsonForm: JSONValue(parsing: text))
    } catch {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: "expected the JSON text of a colour"))
    }
  }

  /// Writes the colour's JSON as text. The library's own coder writes the JSON itself.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(try jsonForm().text())
  }
}
