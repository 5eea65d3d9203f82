import Foundation

/// How long the tests with random input run: with PREFERENCES_THOROUGH=1 ten times as long.
enum Thoroughness {
  static let isFull = ProcessInfo.processInfo.environment["PREFERENCES_THOROUGH"] == "1"
}
