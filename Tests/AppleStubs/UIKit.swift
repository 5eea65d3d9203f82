// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of UIKit as far as Preferences and the sample use them.

@_exported import CoreGraphics

open class UIColor: @unchecked Sendable {
  public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { fatalError() }
  public init(displayP3Red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) { fatalError() }
  public init(dynamicProvider: @escaping (UITraitCollection) -> UIColor) { fatalError() }
  public var cgColor: CGColor { fatalError() }
  open func getRed(
    _ red: UnsafeMutablePointer<CGFloat>?, green: UnsafeMutablePointer<CGFloat>?,
    blue: UnsafeMutablePointer<CGFloat>?, alpha: UnsafeMutablePointer<CGFloat>?
  ) -> Bool { fatalError() }
}

public enum UIUserInterfaceStyle: Int, Sendable {
  case unspecified, light, dark
}

public enum UIAccessibilityContrast: Int, Sendable {
  case unspecified = -1
  case normal, high
}

open class UITraitCollection {
  public var userInterfaceStyle: UIUserInterfaceStyle { fatalError() }
  public var accessibilityContrast: UIAccessibilityContrast { fatalError() }
}

@MainActor
open class UIView {
  open var overrideUserInterfaceStyle: UIUserInterfaceStyle {
    get { fatalError() }
    set { fatalError() }
  }
  open var backgroundColor: UIColor? {
    get { fatalError() }
    set { fatalError() }
  }
}

@MainActor
open class UIWindow: UIView {}

// Of Foundation. Its isolation differs between SDKs: nobody's here, the main actor's with AppKit.
open class UndoManager {
  open func registerUndo<Target: AnyObject>(
    withTarget target: Target, handler: @escaping (Target) -> Void
  ) { fatalError() }
  open func setActionName(_ name: String) { fatalError() }
}
