extension PreferenceColor {
  /// A colour from its light in extended linear sRGB, in single precision, said in `space`.
  ///
  /// SwiftUI hands out colours in this form whatever they were made from. Single precision moves a
  /// component by less than a thousandth of a step of 8 bits; one that is next to n/255 or n/1000 is
  /// taken for that, so that #3366CC and Display P3 0.2, 0.4, 0.8 come back as the same numbers.
  init(
    linearRed red: Float, green: Float, blue: Float, opacity: Float, in space: Space = .sRGB
  ) {
    let light = PreferenceColor(
      .linearSRGB, red: Double(red), green: Double(green), blue: Double(blue),
      alpha: Double(opacity))
    // Not into gray, which would lose the hue; equal components make it gray below.
    let color = light.converted(to: space == .gray ? .sRGB : space)
    self.init(
      space, red: Self.snapped(color.red), green: Self.snapped(color.green),
      blue: Self.snapped(color.blue), alpha: Self.snapped(color.alpha))
  }

  private static func snapped(_ part: Double) -> Double {
    for steps in [255.0, 1000] {
      let near = (part * steps).rounded() / steps
      if abs(part - near) < 0.001 / 255 { return near }
    }
    return part
  }
}
