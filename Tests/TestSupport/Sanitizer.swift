import Foundation

/// What the tests were built with.
package enum Sanitizer {
  /// Memory that is used wrongly ends the process; each variable takes more room.
  package static let isAddress = has("__asan_init")
  /// It has a thread of its own in each process, which wakes ten times a second.
  package static let isThread = has("__tsan_init")
  /// Either of them: nothing is as fast as it is without.
  package static let isAny = isAddress || isThread

  private static func has(_ symbol: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), symbol) != nil }
}
