/// How far apart two words are: letters inserted, left out, changed, or swapped with their
/// neighbour (the restricted Damerau-Levenshtein distance).
package enum TypingDistance {
  package static func between(_ a: String, _ b: String) -> Int {
    let a = Array(a), b = Array(b)
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }

  /// The candidates that a word may have been meant for, the nearest first, at most three.
  package static func suggestions(for word: String, among candidates: [String]) -> [String] {
    // Nobody mistypes a novel; the distance costs the product of the lengths.
    guard word.utf8.count <= 64 else { return [] }
    let lowercased = word.lowercased()
    let ranked = candidates.filter { $0.utf8.count <= 64 }
      .map { (candidate: $0, distance: between(lowercased, $0.lowercased())) }
      .filter { $0.distance <= max(1, $0.candidate.count / 3) }
      .sorted { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }
    return ranked.prefix(3).map(\.candidate)
  }
}
