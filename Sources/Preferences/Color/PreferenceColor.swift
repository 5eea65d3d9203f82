/// A colour: three components in a colour space, and straight alpha.
///
/// Components are gamma-encoded unless the space is a linear one, and in 0…1 for what the space
/// shows; below and above are legal and kept, nothing is ever clamped in storing. Equality is exact,
/// the space included; ``isVisuallyEqual(to:tolerance:)`` compares what is seen.
///
/// An sRGB colour is stored as four REAL columns, so that `SELECT red, green, blue FROM preference`
/// just works; one of another space as JSON that names its space.
public struct PreferenceColor: Hashable, Sendable {
  /// The colour space of the components.
  public private(set) var space: Space
  private var components: Components

  /// Red in the colour's own space.
  public var red: Double {
    get { components.red }
    set { set(\.red, newValue) }
  }
  /// Green in the colour's own space.
  public var green: Double {
    get { components.green }
    set { set(\.green, newValue) }
  }
  /// Blue in the colour's own space.
  public var blue: Double {
    get { components.blue }
    set { set(\.blue, newValue) }
  }
  /// Opacity: 0 transparent, 1 opaque.
  public var alpha: Double {
    get { components.alpha }
    set { set(\.alpha, newValue) }
  }

  /// A colour from its components in a space.
  ///
  /// In ``Space/gray`` the three are one number; unequal ones make the colour sRGB, where gray lies.
  public init(
    _ space: Space = .sRGB, red: Double, green: Double, blue: Double, alpha: Double = 1
  ) {
    let isGray = red == green && green == blue
    let isExtended = min(red, green, blue) < 0 || max(red, green, blue) > 1
    // The one form that a colour has: a space is the extended one exactly when a component is
    // beyond 0…1, and zero has no sign, since SQLite keeps none.
    let space = space == .gray && !isGray ? .sRGB : space
    self.space = isExtended ? space.extended : space.standard
    components = Components(red: red + 0, green: green + 0, blue: blue + 0, alpha: alpha + 0)
  }

  /// A gray in ``Space/gray``: 0 black, 1 white, on the curve of sRGB.
  public init(gray: Double, alpha: Double = 1) {
    self.init(.gray, red: gray, green: gray, blue: gray, alpha: alpha)
  }

  /// A gray in sRGB: 0 black, 1 white.
  public init(white: Double, alpha: Double = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Why the colour cannot be stored: the name of a component that is NaN or infinite.
  var infiniteComponent: String? {
    for (name, part) in [("red", red), ("green", green), ("blue", blue), ("alpha", alpha)]
    where !part.isFinite { return "the component \(name) is \(part)" }
    return nil
  }

  private struct Components: Hashable, Sendable {
    var red, green, blue, alpha: Double
  }

  private mutating func set(_ part: WritableKeyPath<Components, Double>, _ value: Double) {
    var new = components
    new[keyPath: part] = value
    self = PreferenceColor(
      space, red: new.red, green: new.green, blue: new.blue, alpha: new.alpha)
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
