#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit

  extension NSColor {
    /// The colour of a preference: in Display P3 if that is its space and its components are in 0…1,
    /// else in sRGB, extended where components are beyond.
    public convenience init(_ color: PreferenceColor) {
      // Display P3 is cut to 0…1 by AppKit.
      if color.space == .displayP3, color == color.clamped {
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
    /// What a colour of AppKit looks like in the current drawing appearance, in Display P3 if that is
    /// its space, else in sRGB, possibly beyond 0…1.
    ///
    /// - Returns: nil for a pattern, and for what the system cannot convert.
    public init?(_ color: NSColor) {
      // Only a colour of components has a space; asking another for it raises an exception.
      let isComponentBased = color.type == .componentBased
      let space: NSColorSpace =
        isComponentBased && color.colorSpace == .displayP3
        ? .displayP3
        : isComponentBased && color.colorSpace == .sRGB ? .sRGB : .extendedSRGB
      guard let color = color.usingColorSpace(space) else { return nil }
      self.init(
        space == .displayP3 ? .displayP3 : .sRGB, red: Double(color.redComponent),
        green: Double(color.greenComponent), blue: Double(color.blueComponent),
        alpha: Double(color.alphaComponent))
    }
  }
#endif
