// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// Declarations of Combine as far as Preferences and the sample use them.

public protocol Cancellable { func cancel() }

public final class AnyCancellable: Cancellable {
  public func cancel() { fatalError() }
}

public struct CombineIdentifier: Hashable, Sendable {}

public protocol CustomCombineIdentifierConvertible {
  var combineIdentifier: CombineIdentifier { get }
}

extension CustomCombineIdentifierConvertible where Self: AnyObject {
  public var combineIdentifier: CombineIdentifier { fatalError() }
}

public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
  func request(_ demand: Subscribers.Demand)
}

public enum Subscribers {
  @frozen public struct Demand: Comparable, Hashable {
    public static var none: Demand { fatalError() }
    public static func < (a: Demand, b: Demand) -> Bool { fatalError() }
    public static func += (a: inout Demand, b: Demand) { fatalError() }
    public static func -= (a: inout Demand, b: Int) { fatalError() }
  }

  @frozen public enum Completion<Failure: Error> { case finished, failure(Failure) }
}

public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
  associatedtype Input
  associatedtype Failure: Error
  func receive(subscription: any Subscription)
  func receive(_ input: Input) -> Subscribers.Demand
  func receive(completion: Subscribers.Completion<Failure>)
}

public protocol Publisher<Output, Failure> {
  associatedtype Output
  associatedtype Failure: Error
  func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
}

extension Publisher where Failure == Never {
  public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable { fatalError() }
}
