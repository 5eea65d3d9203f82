#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The transfer functions between encoded components and light; odd, so that they hold below 0.
package enum ColorCurve {
  /// IEC 61966-2-1 in the constants of CSS Color 4: encoded to light.
  @inline(__always)
  package static func linear(sRGB encoded: Double) -> Double {
    let size = abs(encoded)
    return size <= 0.04045
      ? encoded / 12.92 : sign(encoded, pow((size + 0.055) / 1.055, 2.4))
  }

  /// IEC 61966-2-1: light to encoded.
  ///
  /// The two branches miss each other by 2e-9 of light. The standard's threshold, rounded to
  /// 0.0031308, would bring encoded values next to 0.04045 back 3e-8 off; this one brings all back.
  @inline(__always)
  package static func sRGB(linear light: Double) -> Double {
    let size = abs(light)
    guard size > 0.04045 / 12.92 else { return light * 12.92 }
    // 1.055 x - 0.055, in the form that makes 1 of 1.
    let root = pow(size, 1 / 2.4)
    return sign(light, root + 0.055 * (root - 1))
  }

  /// A pure power: encoded to light.
  package static func linear(_ encoded: Double, gamma: Double) -> Double {
    sign(encoded, pow(abs(encoded), gamma))
  }

  private static func sign(_ of: Double, _ size: Double) -> Double {
    Double(signOf: of, magnitudeOf: size)
  }
}
