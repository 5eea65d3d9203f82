/// Text broken into lines between words.
enum TextWrapping {
  /// The lines of the text, each behind `indent` blanks and at most `width` columns wide.
  ///
  /// Empty lines part paragraphs; a line that begins with a blank is kept as it is.
  static func lines(_ text: String, indent: Int = 0, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indent)
    var result: [String] = []
    var line = ""
    func flush() {
      if !line.isEmpty { result.append(margin + line) }
      line = ""
    }
    for source in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if source.isEmpty || source.hasPrefix(" ") {
        flush()
        result.append(source.isEmpty ? "" : margin + source)
        continue
      }
      for word in source.split(separator: " ") {
        if !line.isEmpty, indent + line.columns + 1 + String(word).columns > width { flush() }
        line += line.isEmpty ? String(word) : " \(word)"
      }
    }
    flush()
    return result
  }

  /// Terms with what they mean beside them, or below where a term is too long.
  static func definitions(_ items: [(term: String, text: String)], width: Int) -> [String] {
    let column = min(items.map(\.term.columns).max() ?? 0, 24) + 4
    return items.flatMap { item -> [String] in
      var lines = lines(item.text, indent: column, width: width)
      let head = "  " + item.term
      guard head.columns + 2 <= column, let first = lines.first else { return [head] + lines }
      lines[0] = head + String(first.dropFirst(head.columns))
      return lines
    }
  }
}
