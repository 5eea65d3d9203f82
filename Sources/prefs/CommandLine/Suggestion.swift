import Preferences

/// "Did you mean": the nearest of the words that would have been right.
enum Suggestion {
  /// Words that people bring along from elsewhere, and ours.
  private static let synonyms = [
    "string": "text", "str": "text", "integer": "int", "number": "real", "float": "real",
    "double": "real", "boolean": "bool", "bytes": "data", "blob": "data", "time": "date",
    "colour": "color", "read": "get", "write": "set", "delete": "unset", "remove": "unset",
    "rm": "unset", "ls": "list", "show": "describe", "load": "import", "dump": "export",
    "check": "doctor", "verify": "doctor", "completion": "completions",
  ]

  /// `; did you mean 'set'?`, or nothing if nothing is near.
  static func text(for word: String, among candidates: [String]) -> String {
    nearest(to: word, among: candidates).map { "; did you mean '\($0)'?" } ?? ""
  }

  /// The candidate with the fewest typing mistakes, if they are few for its length.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    if let known = synonyms[word.lowercased()], candidates.contains(known) { return known }
    // Nobody mistypes a novel; the distance costs the product of the lengths.
    guard word.count <= 64 else { return nil }
    let ranked = candidates.map {
      (candidate: $0, distance: TypingDistance.between(word.lowercased(), $0))
    }
    guard let best = ranked.min(by: { $0.distance < $1.distance }) else { return nil }
    if best.distance <= max(1, best.candidate.count / 3) { return best.candidate }
    let longer = candidates.filter { word.count >= 2 && $0.hasPrefix(word) }
    return longer.count == 1 ? longer[0] : nil
  }
}
