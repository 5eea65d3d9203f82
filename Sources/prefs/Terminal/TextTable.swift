/// Aligned columns; on a terminal the last one is cut to the width.
struct TextTable {
  private var rows: [[String]] = []

  /// Adds a row; its texts must hold no line break and no escape sequence.
  mutating func add(_ row: [String]) { rows.append(row) }

  /// The lines, without blanks at the end; `width` nil cuts nothing.
  func lines(width: Int?) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { index in
      rows.map { index < $0.count ? $0[index].columns : 0 }.max() ?? 0
    }
    return rows.map { row in
      var line = ""
      for (index, text) in row.enumerated() {
        line += text
        if index < row.count - 1 {
          line += String(repeating: " ", count: widths[index] - text.columns + 2)
        }
      }
      while line.last == " " { line.removeLast() }
      return width.map { line.cut(toColumns: $0) } ?? line
    }
  }
}

extension String {
  /// At most so many columns; what was cut ends in `…`.
  func cut(toColumns limit: Int) -> String {
    guard columns > limit else { return self }
    var kept = "", used = 0
    for character in self {
      guard used + character.columns < limit else { break }
      kept.append(character)
      used += character.columns
    }
    return kept + "…"
  }
}
