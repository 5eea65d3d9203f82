/// A palette: a `String` enum with a colour per case, defined in one place.
///
/// ```swift
/// enum Brand: String, ColorPalette {
///   case orange = "Orange", paper = "Paper"
///   var defaultValue: AdaptiveColor {
///     switch self {
///     case .orange: AdaptiveColor(PreferenceColor(red: 1, green: 0.53, blue: 0))
///     case .paper: AdaptiveColor(any: .white, dark: PreferenceColor(white: 0.1))
///     }
///   }
/// }
/// let orange = store[Brand.orange.key]
/// ```
///
/// Each case is a colour key in the namespace of the enum. ``PreferenceStore/palette(_:)`` looks
/// colours up by name and changes them together; preferences may follow them
/// (``PreferenceStore/refer(_:to:origin:)``). With `PreferenceColor` as the type of the default the
/// palette has no variants.
public protocol ColorPalette: PreferenceEnum where DefaultValue: ColorValue {}

extension PreferenceStore {
  /// The colours of a palette in this store.
  ///
  /// Declares its keys, so that references to colours that are not set find their defaults; a
  /// declaration that conflicts with another one goes to ``diagnostics``.
  public func palette<Colors: ColorPalette>(_ colors: Colors.Type) -> Palette {
    report { () throws(PreferenceError) in try colors.register(in: self) }
    return Palette(
      namespace: colors.namespace, store: self,
      defaults: colors.allCases.map { ($0.rawValue, $0.defaultValue.adaptive) })
  }

  /// The colours that are stored in a namespace: a palette that no code declares, such as an
  /// imported one.
  public func palette(in namespace: String) -> Palette {
    Palette(namespace: namespace, store: self, defaults: [])
  }
}
