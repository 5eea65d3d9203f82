#if canImport(UIKit)
  public import UIKit

  extension UIColor {
    /// The colour of a preference: in Display P3 if that is its space, else in extended sRGB, the
    /// only other space of UIKit's colours.
    ///
    /// Components beyond 0…1 are kept.
    public convenience init(_ color: PreferenceColor) {
      if color.space == .displayP3 {
        self.init(
          displayP3Red: CGFloat(color.red), green: CGFloat(color.green),
          blue: CGFloat(color.blue), alpha: CGFloat(color.alpha))
      } else {
        let color = color.converted(to: .sRGB)
        self.init(
          red: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
          alpha: CGFloat(color.alpha))
      }
    }
  }

  extension PreferenceColor {
    /// What a colour of UIKit looks like in the current traits, in Display P3 if the colour says so,
    /// else in sRGB, possibly beyond 0…1.
    ///
    /// For other traits, pass `color.resolvedColor(with: traits)`.
    ///
    /// - Returns: nil for a pattern.
    public init?(_ color: UIColor) {
      if let named = PreferenceColor(named: color.cgColor), named.space == .displayP3 {
        self = named
        return
      }
      var (red, green, blue, alpha): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
      guard color.getRed(&red, green: &green, blue: &blue, alpha: &alpha) else { return nil }
      self.init(
        red: Double(red), green: Double(green), blue: Double(blue), alpha: Double(alpha))
    }
  }
#endif
