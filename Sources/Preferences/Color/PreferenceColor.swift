/// A colour: red, green, blue and alpha in extended sRGB, gamma-encoded, with straight alpha.
///
/// Components are in 0…1 for the colours that every screen shows; below and above are legal and
/// kept. Stored as four REAL columns, so that `SELECT red, green, blue FROM preference` just works.
public struct PreferenceColor: Hashable, Sendable, Codable {
  /// Red, 0 to 1 within sRGB.
  public var red: Double
  /// Green, 0 to 1 within sRGB.
  public var green: Double
  /// Blue, 0 to 1 within sRGB.
  public var blue: Double
  /// Opacity: 0 transparent, 1 opaque.
  public var alpha: Double

  /// A colour from its components.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// A grey: 0 black, 1 white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// #000000
  public static let black = PreferenceColor(white: 0)
  /// #FFFFFF
  public static let white = PreferenceColor(white: 1)
  /// Transparent black.
  public static let clear = PreferenceColor(white: 0, alpha: 0)
  /// #FF0000
  public static let red = PreferenceColor(red: 1, green: 0, blue: 0)
  /// #00FF00
  public static let green = PreferenceColor(red: 0, green: 1, blue: 0)
  /// #0000FF
  public static let blue = PreferenceColor(red: 0, green: 0, blue: 1)
}

extension PreferenceColor: PreferenceValue {
  /// Tag `color`, four REAL columns; NaN and infinities are refused.
  public static let preferenceCodec = PreferenceCodec<PreferenceColor>(
    .color,
    encode: { (color) throws(CodecError) in
      for (name, component) in [
        ("red", color.red), ("green", color.green), ("blue", color.blue), ("alpha", color.alpha),
      ] where !component.isFinite {
        throw .notRepresentable("the component \(name) is \(component)")
      }
      return .components(
        red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    },
    decode: { (storage) throws(CodecError) in
      guard case .components(let red, let green, let blue, let alpha) = storage else {
        throw .unreadable("expected four colour components")
      }
      return PreferenceColor(red: red, green: green, blue: blue, alpha: alpha)
    })
}
