/// Aligned columns; on a terminal the last one is cut to the width.
struct TextTable {
  /// What is put before the last cell: text with escape sequences, and the columns that it takes.
  struct Mark {
    var text: String
    var columns: Int
  }

  private var rows: [(cells: [String], mark: Mark?)] = []

  /// Adds a row; its texts must hold no line break and no escape sequence.
  mutating func add(_ cells: [String], mark: Mark? = nil) { rows.append((cells, mark)) }

  /// The lines, without blanks at the end; `width` nil cuts nothing.
  func lines(width: Int?) -> [String] {
    let count = rows.map(\.cells.count).max() ?? 0
    let widths = (0..<count).map { index in
      rows.map { index < $0.cells.count - 1 ? $0.cells[index].columns : 0 }.max() ?? 0
    }
    return rows.map { row in
      let head = zip(row.cells.dropLast(), widths).map { text, width in
        text + String(repeating: " ", count: width - text.columns + 2)
      }.joined()
      let mark = row.mark.map { $0.text + " " } ?? ""
      let used = head.columns + (row.mark.map { $0.columns + 1 } ?? 0)
      let last = row.cells.last ?? ""
      // Whatever the width, something of the value is seen.
      let line = head + mark + (width.map { last.cut(toColumns: max($0 - used, 8)) } ?? last)
      return row.mark == nil ? line.withoutBlanksAtEnd : line
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

  fileprivate var withoutBlanksAtEnd: String {
    let blank = UInt8(ascii: " ")
    guard utf8.last == blank else { return self }
    guard let end = utf8.lastIndex(where: { $0 != blank }) else { return "" }
    return String(self[..<utf8.index(after: end)])
  }
}
