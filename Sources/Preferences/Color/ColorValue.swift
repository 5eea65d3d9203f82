/// A type of value that is a colour: ``PreferenceColor`` or ``AdaptiveColor``.
public protocol ColorValue: PreferenceValue {
  /// The colour with its variants, of which a plain colour has one.
  var adaptive: AdaptiveColor { get }
}

extension PreferenceColor: ColorValue {
  /// This colour for any appearance.
  public var adaptive: AdaptiveColor { AdaptiveColor(self) }
}

extension AdaptiveColor: ColorValue {
  /// Itself.
  public var adaptive: AdaptiveColor { self }
}
