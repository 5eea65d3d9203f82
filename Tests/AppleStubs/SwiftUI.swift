// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of SwiftUI as far as Preferences and the sample use them.

#if canImport(UIKit)
  public import UIKit
#else
  public import AppKit
#endif

@frozen public struct Color: Hashable, Sendable {
  public enum RGBColorSpace: Hashable, Sendable {
    case sRGB, sRGBLinear, displayP3
  }

  public init(
    _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double,
    opacity: Double = 1
  ) { fatalError() }
  public init(_ name: String) { fatalError() }
  public init(_ resolved: Resolved) { fatalError() }
  #if canImport(UIKit)
    public init(uiColor: UIColor) { fatalError() }
  #else
    public init(nsColor: NSColor) { fatalError() }
  #endif
  public func resolve(in environment: EnvironmentValues) -> Resolved { fatalError() }

  @frozen public struct Resolved: Hashable, Sendable {
    public var linearRed: Float
    public var linearGreen: Float
    public var linearBlue: Float
    public var opacity: Float
    public init(
      colorSpace: RGBColorSpace = .sRGB, red: Float, green: Float, blue: Float, opacity: Float = 1
    ) { fatalError() }
    public var red: Float { fatalError() }
  }
}

public enum ColorScheme: Hashable, Sendable, CaseIterable { case light, dark }
public enum ColorSchemeContrast: Hashable, Sendable, CaseIterable { case standard, increased }

public struct EnvironmentValues {
  public init() {}
  public var colorScheme: ColorScheme {
    get { fatalError() }
    set { fatalError() }
  }
  public var colorSchemeContrast: ColorSchemeContrast { fatalError() }
  public var undoManager: UndoManager? { fatalError() }
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get { fatalError() }
    set { fatalError() }
  }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

public protocol DynamicProperty { mutating func update() }
extension DynamicProperty { public mutating func update() {} }

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { fatalError() }
  public var wrappedValue: Value {
    get { fatalError() }
    nonmutating set { fatalError() }
  }
  public var projectedValue: Binding<Value> { fatalError() }
  public subscript<Subject>(
    dynamicMember keyPath: WritableKeyPath<Value, Subject>
  ) -> Binding<Subject> { fatalError() }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
  public init(_ keyPath: KeyPath<EnvironmentValues, Value>) { fatalError() }
  public var wrappedValue: Value { fatalError() }
}

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

@resultBuilder
public enum ViewBuilder {
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<(repeat each Content)> { fatalError() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { fatalError() }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { fatalError() }
}

extension Never: View { public var body: Never { fatalError() } }
// In an extension: in the declaration it would make the type the main actor's.
extension Color: View { public var body: Never { fatalError() } }

public struct TupleView<Content>: View {
  public var body: Never { fatalError() }
}

public struct Text: View {
  public nonisolated init(_ text: String) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Form<Content: View>: View {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

public struct ColorPicker: View {
  public nonisolated init(
    _ title: String, selection: Binding<Color>, supportsOpacity: Bool = true
  ) { fatalError() }
  public var body: Never { fatalError() }
}

public struct TextField: View {
  public nonisolated init(_ title: String, text: Binding<String>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Toggle: View {
  public nonisolated init(_ title: String, isOn: Binding<Bool>) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Button: View {
  public nonisolated init(_ title: String, action: @escaping @MainActor () -> Void) { fatalError() }
  public var body: Never { fatalError() }
}

public struct Picker<Selection: Hashable, Content: View>: View {
  public nonisolated init(
    _ title: String, selection: Binding<Selection>, @ViewBuilder content: () -> Content
  ) { fatalError() }
  public var body: Never { fatalError() }
}

extension View {
  public nonisolated func preferredColorScheme(_ scheme: ColorScheme?) -> some View {
    Color("")
  }
  public nonisolated func environment<Value>(
    _ keyPath: WritableKeyPath<EnvironmentValues, Value>, _ value: Value
  ) -> some View { Color("") }
  public nonisolated func modifier<Modifier: ViewModifier>(_ modifier: Modifier) -> some View {
    Color("")
  }
  public nonisolated func tint(_ tint: Color?) -> some View { Color("") }
  public nonisolated func foregroundStyle(_ style: Color) -> some View { Color("") }
  public nonisolated func background(_ style: Color) -> some View { Color("") }
  public nonisolated func tag<Tag: Hashable>(_ tag: Tag) -> some View { Color("") }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = _ViewModifier_Content<Self>
  @ViewBuilder @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency
public protocol Scene {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

public struct WindowGroup<Content: View>: Scene {
  public nonisolated init(@ViewBuilder content: () -> Content) { fatalError() }
  public var body: Never { fatalError() }
}

@MainActor @preconcurrency
public protocol App {
  associatedtype Body: Scene
  @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App { public static func main() { fatalError() } }
