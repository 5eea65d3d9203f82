import Preferences

extension ICCProfile {
  /// A colour of a profile that has a simple curve and, for RGB, the place of its primaries.
  ///
  /// - Throws: for a profile that has only tables.
  func reading(
    _ parts: [Double], alpha: Double
  ) throws(ArchiveRefusal) -> SpaceName.Reading {
    var light: [Double] = []
    for (part, tag) in zip(parts, isGray ? ["kTRC"] : ["rTRC", "gTRC", "bTRC"]) {
      guard let curve = curve(tag) else { throw refusal("no simple curve") }
      light.append(curve.light(part))
    }
    let color: ImportedColor
    if isGray {
      color = .xyz(x: light[0], y: light[0], z: light[0], alpha: alpha)
    } else {
      let primaries = ["rXYZ", "gXYZ", "bXYZ"].compactMap(place)
      guard primaries.count == 3 else { throw refusal("no primaries") }
      var xyz: [Double] = []
      for (axis, white) in [0.9642, 1, 0.8249].enumerated() {
        let weights = primaries.map { $0[axis] }
        let sum = weights[0] + weights[1] + weights[2]
        guard abs(sum - white) < 0.01 else { throw refusal("primaries whose sum is not white") }
        let amount = light[0] * weights[0] + light[1] * weights[1] + light[2] * weights[2]
        xyz.append(amount / sum)
      }
      color = .xyz(x: xyz[0], y: xyz[1], z: xyz[2], alpha: alpha)
    }
    var reading = SpaceName.Reading(color)
    reading.note = "colour profile \(name?.quotedForMessage ?? "without a name") to sRGB"
    return reading
  }

  private func refusal(_ what: String) -> ArchiveRefusal {
    ArchiveRefusal(
      reason: "the colour profile \(name?.quotedForMessage ?? "without a name") with \(what)")
  }

  /// The colour of a primary under the white D50.
  private func place(_ name: String) -> [Double]? {
    guard let tag = tag(name), tag.starts(with: "XYZ ".utf8), let x = fixed(tag, 8),
      let y = fixed(tag, 12), let z = fixed(tag, 16)
    else { return nil }
    return [x, y, z]
  }

  /// From component to light: a power, and a straight piece below ``start``.
  private struct Curve {
    var gamma = 1.0
    var scale = 1.0
    var shift = 0.0
    var slope = 0.0
    var start = 0.0

    func light(_ part: Double) -> Double {
      let size = abs(part)
      let light =
        size >= start
        ? ColorCurve.linear(scale * size + shift, gamma: gamma) : slope * size
      return part < 0 ? -light : light
    }
  }

  private func curve(_ name: String) -> Curve? {
    guard let tag = tag(name) else { return nil }
    let curve: Curve
    if tag.starts(with: "curv".utf8) {
      switch number(tag, 8) {
      case 0: return Curve()
      case 1:
        let digits = tag.dropFirst(12).prefix(2)
        guard digits.count == 2 else { return nil }
        curve = Curve(gamma: digits.reduce(0) { $0 * 256 + Double($1) } / 256)
      default: return nil
      }
    } else if tag.starts(with: "para".utf8), let gamma = fixed(tag, 12) {
      switch number(tag, 8).map({ $0 / 0x1_0000 }) {
      case 0: curve = Curve(gamma: gamma)
      case 3:
        guard let scale = fixed(tag, 16), let shift = fixed(tag, 20), let slope = fixed(tag, 24),
          let start = fixed(tag, 28)
        else { return nil }
        curve = Curve(gamma: gamma, scale: scale, shift: shift, slope: slope, start: start)
      default: return nil
      }
    } else {
      return nil
    }
    return (0.1...10).contains(curve.gamma) ? curve : nil
  }
}
