#if canImport(SwiftUI)
  public import SwiftUI

  extension PreferenceColor {
    /// The colour of SwiftUI; of a binding, what a `ColorPicker` takes: `$accent.color`.
    ///
    /// ```swift
    /// @Binding var accent: PreferenceColor
    /// var body: some View { ColorPicker("Accent", selection: $accent.color) }
    /// ```
    ///
    /// Assigning resolves the new colour as ``init(_:in:)`` does, in the default environment: light,
    /// standard contrast. A colour that a picker gives is the same everywhere; one that adapts, like
    /// `.primary`, is stored as it looks there. The space stays, so that a Display P3 preference is
    /// still one afterwards; a gray becomes sRGB when the new colour is none.
    public var color: Color {
      get { Color(self) }
      set { self = PreferenceColor(newValue.resolve(in: EnvironmentValues()), in: space) }
    }

    /// What a colour of SwiftUI looks like in an environment, in sRGB.
    ///
    /// SwiftUI does not tell the space that a colour was made in; a Display P3 colour beyond sRGB has
    /// components beyond 0…1 and looks the same.
    public init(_ color: Color, in environment: EnvironmentValues) {
      self.init(color.resolve(in: environment))
    }

    /// A resolved colour, in sRGB.
    ///
    /// It is read through `linearRed` and its like, which are what it holds: extended linear sRGB in
    /// single precision. Its `red`, `green` and `blue` are the gamma-encoded values of these.
    public init(_ resolved: Color.Resolved) { self.init(resolved, in: .sRGB) }

    init(_ resolved: Color.Resolved, in space: Space) {
      self.init(
        linearRed: resolved.linearRed, green: resolved.linearGreen, blue: resolved.linearBlue,
        opacity: resolved.opacity, in: space)
    }
  }

  extension Color {
    /// The colour of a preference, in its own space: Display P3 stays Display P3.
    ///
    /// A gray is said in sRGB, where it has the same look. Components beyond 0…1 are kept.
    public init(_ color: PreferenceColor) {
      self.init(
        RGBColorSpace(color.space), red: color.red, green: color.green, blue: color.blue,
        opacity: color.alpha)
    }
  }

  extension Color.Resolved {
    /// The colour of a preference, converted to extended linear sRGB and single precision by SwiftUI.
    public init(_ color: PreferenceColor) {
      self.init(
        colorSpace: Color.RGBColorSpace(color.space), red: Float(color.red),
        green: Float(color.green), blue: Float(color.blue), opacity: Float(color.alpha))
    }
  }

  extension Color.RGBColorSpace {
    fileprivate init(_ space: PreferenceColor.Space) {
      switch space {
      case .sRGB, .extendedSRGB, .gray: self = .sRGB
      case .linearSRGB, .extendedLinearSRGB: self = .sRGBLinear
      case .displayP3: self = .displayP3
      }
    }
  }
#endif
