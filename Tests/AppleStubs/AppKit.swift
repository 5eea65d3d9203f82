// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of AppKit as far as Preferences and the sample use them.

@_exported import CoreGraphics

open class NSColorSpace: Equatable, @unchecked Sendable {
  public static func == (a: NSColorSpace, b: NSColorSpace) -> Bool { fatalError() }

  public static var sRGB: NSColorSpace { fatalError() }
  public static var extendedSRGB: NSColorSpace { fatalError() }
  public static var displayP3: NSColorSpace { fatalError() }
}

open class NSColor: @unchecked Sendable {
  public typealias Name = String

  public enum ColorType: Int, Sendable {
    case componentBased, pattern, catalog
  }

  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { fatalError() }
  public init(displayP3Red red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    fatalError()
  }
  public init(name colorName: Name?, dynamicProvider: @escaping (NSAppearance) -> NSColor) {
    fatalError()
  }
  public var type: ColorType { fatalError() }
  public var colorSpace: NSColorSpace { fatalError() }
  public func usingColorSpace(_ space: NSColorSpace) -> NSColor? { fatalError() }
  public var redComponent: CGFloat { fatalError() }
  public var greenComponent: CGFloat { fatalError() }
  public var blueComponent: CGFloat { fatalError() }
  public var alphaComponent: CGFloat { fatalError() }
}

open class NSAppearance {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static var aqua: Name { fatalError() }
    public static var darkAqua: Name { fatalError() }
    public static var accessibilityHighContrastAqua: Name { fatalError() }
    public static var accessibilityHighContrastDarkAqua: Name { fatalError() }
  }

  public init?(named name: Name) { fatalError() }
  public func bestMatch(from appearances: [Name]) -> Name? { fatalError() }
}

@MainActor
open class NSApplication {
  public static var shared: NSApplication { fatalError() }
  open var appearance: NSAppearance? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor
open class NSWindow {
  open var backgroundColor: NSColor? {
    get { fatalError() }
    set { fatalError() }
  }
}

// Of Foundation. Its isolation differs between SDKs: the main actor's here, nobody's with UIKit.
@MainActor
open class UndoManager {
  @preconcurrency
  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping @MainActor @Sendable (Target) -> Void
  ) { fatalError() }
  open func setActionName(_ name: String) { fatalError() }
}
