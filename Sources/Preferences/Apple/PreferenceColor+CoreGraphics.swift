#if canImport(CoreGraphics)
  public import CoreGraphics

  extension PreferenceColor {
    /// The colour of Core Graphics, in its own space by that name: `layer.backgroundColor = accent.cgColor`.
    ///
    /// Components beyond 0…1 are kept: Display P3 and gray have extended spaces as well. A system
    /// that does not know the space gets the sRGB colour, cut to 0…1.
    public var cgColor: CGColor {
      var parts = [red, green, blue, alpha].map { CGFloat($0) }
      if space == .gray { parts.removeSubrange(1...2) }
      if let space = CGColorSpace(name: spaceName),
        let color = CGColor(colorSpace: space, components: parts)
      {
        return color
      }
      let color = converted(to: .sRGB).clamped
      return CGColor(
        srgbRed: CGFloat(color.red), green: CGFloat(color.green), blue: CGFloat(color.blue),
        alpha: CGFloat(alpha))
    }

    /// A colour of Core Graphics, in its own space if this library has it, else matched to sRGB by
    /// the system.
    ///
    /// - Returns: nil for a pattern, and for what the system cannot match.
    public init?(_ color: CGColor) {
      if let named = Self(named: color) {
        self = named
        return
      }
      guard let space = CGColorSpace(name: CGColorSpace.extendedSRGB),
        let matched = color.converted(to: space, intent: .relativeColorimetric, options: nil),
        let named = Self(named: matched)
      else { return nil }
      self = named
    }

    /// A colour in a space of a known name, number for number.
    init?(named color: CGColor) {
      guard let name = color.colorSpace?.name, let parts = color.components?.map({ Double($0) }),
        let space = Self.spaces.first(where: { $0.name == name })?.space
      else { return nil }
      switch (space, parts.count) {
      case (.gray, 2): self.init(gray: parts[0], alpha: parts[1])
      case (.gray, _): return nil
      case (_, 4):
        self.init(space, red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
      default: return nil
      }
    }

    private var spaceName: CFString {
      let isExtended = min(red, green, blue) < 0 || max(red, green, blue) > 1
      return switch space {
      case .sRGB: CGColorSpace.sRGB
      case .extendedSRGB: CGColorSpace.extendedSRGB
      case .linearSRGB: CGColorSpace.linearSRGB
      case .extendedLinearSRGB: CGColorSpace.extendedLinearSRGB
      case .displayP3: isExtended ? CGColorSpace.extendedDisplayP3 : CGColorSpace.displayP3
      case .gray: isExtended ? CGColorSpace.extendedGray : CGColorSpace.genericGrayGamma2_2
      }
    }

    /// A list made anew each time: texts of Core Foundation are not Sendable.
    private static var spaces: [(name: CFString, space: Space)] {
      [
        (CGColorSpace.sRGB, .sRGB), (CGColorSpace.extendedSRGB, .extendedSRGB),
        (CGColorSpace.linearSRGB, .linearSRGB),
        (CGColorSpace.extendedLinearSRGB, .extendedLinearSRGB),
        (CGColorSpace.displayP3, .displayP3), (CGColorSpace.extendedDisplayP3, .displayP3),
        (CGColorSpace.genericGrayGamma2_2, .gray), (CGColorSpace.extendedGray, .gray),
      ]
    }
  }
#endif
