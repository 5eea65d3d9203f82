// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Core Graphics, and of Core Foundation below it, as far as Preferences uses them.

public struct CGFloat: Sendable {
  public init(_ value: Double) { fatalError() }
}

extension Double {
  public init(_ value: CGFloat) { fatalError() }
}

extension CGFloat: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { fatalError() }
}

// Not Sendable, to be on the safe side.
public final class CFString: Hashable {
  public static func == (a: CFString, b: CFString) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

public final class CFDictionary {}

public final class CGColorSpace {
  public init?(name: CFString) { fatalError() }
  public var name: CFString? { fatalError() }

  public static var sRGB: CFString { fatalError() }
  public static var extendedSRGB: CFString { fatalError() }
  public static var linearSRGB: CFString { fatalError() }
  public static var extendedLinearSRGB: CFString { fatalError() }
  public static var displayP3: CFString { fatalError() }
  public static var extendedDisplayP3: CFString { fatalError() }
  public static var genericGrayGamma2_2: CFString { fatalError() }
  public static var extendedGray: CFString { fatalError() }
}

public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent, absoluteColorimetric, relativeColorimetric, perceptual, saturation
}

public final class CGColor {
  public init?(colorSpace space: CGColorSpace, components: UnsafePointer<CGFloat>) { fatalError() }
  public init(srgbRed red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { fatalError() }
  public var colorSpace: CGColorSpace? { fatalError() }
  public var components: [CGFloat]? { fatalError() }
  public func converted(
    to space: CGColorSpace, intent: CGColorRenderingIntent, options: CFDictionary?
  ) -> CGColor? { fatalError() }
}
