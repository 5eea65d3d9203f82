import Preferences

/// Gives every colour of a palette a name of its own; a name that a colour has by itself is never
/// given to another one.
struct PaletteNames {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  init(given: [String]) { taken = Set(given) }

  /// The name of the next colour, and the rule that made it if the file did not.
  mutating func next(_ given: String?, else fallback: String) -> (String, rule: String?) {
    guard let given else { return (free(fallback), "unnamed in the file") }
    let count = counts[given, default: 0]
    guard count > 0 else {
      counts[given] = 1
      return (given, nil)
    }
    return (free(given), "not the first of its name")
  }

  private mutating func free(_ name: String) -> String {
    if taken.insert(name).inserted {
      counts[name] = 1
      return name
    }
    var count = max(counts[name, default: 1], 1)
    repeat { count += 1 } while !taken.insert("\(name) \(count)").inserted
    counts[name] = count
    return "\(name) \(count)"
  }
}
