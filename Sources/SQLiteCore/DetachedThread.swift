#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread that nobody waits for; it ends with its body.
package enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// - Returns: false when the system has none to give.
  @discardableResult
  package static func start(_ run: @escaping @Sendable () -> Void) -> Bool {
    let retained = Unmanaged.passRetained(Body(run))
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    defer { pthread_attr_destroy(&attributes) }
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let status = pthread_create(
      &thread, &attributes,
      { argument in
        #if !canImport(Darwin)
          guard let argument else { return nil }
        #endif
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
      }, retained.toOpaque())
    if status != 0 { retained.release() }
    return status == 0
  }

  package static func sleep(milliseconds: UInt32) { usleep(milliseconds * 1000) }
}
