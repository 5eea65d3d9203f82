/// A change of primaries for the light of red, green and blue that leaves white as it is.
///
/// Each row of such a 3 x 3 matrix sums up to 1, so the numbers on its diagonal follow from the
/// others. They are left out: a component is itself plus what the others differ from it, which is
/// exactly 0 for a gray, where published rounded constants would tint it.
struct ColorMatrix: Sendable {
  typealias Light = (red: Double, green: Double, blue: Double)

  /// What green and blue give to red.
  let red: (green: Double, blue: Double)
  /// What red and blue give to green.
  let green: (red: Double, blue: Double)
  /// What red and green give to blue.
  let blue: (red: Double, green: Double)

  @inline(__always)
  func callAsFunction(_ light: Light) -> Light {
    (
      light.red + red.green * (light.green - light.red) + red.blue * (light.blue - light.red),
      light.green + green.red * (light.red - light.green)
        + green.blue * (light.blue - light.green),
      light.blue + blue.red * (light.red - light.blue) + blue.green * (light.green - light.blue)
    )
  }
}
