/// What SQL text may have between its words: white space, comments, a byte order mark
/// (https://sqlite.org/lang_comment.html).
package enum SQLBlanks {
  package static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Where the first word at or after `start` begins; the text's end when there is none.
  package static func end(in text: [UInt8], from start: Int) -> Int {
    var rest = text[start...]
    while true {
      rest = rest.drop { $0 <= UInt8(ascii: " ") }
      if rest.starts(with: "--".utf8) {
        rest = rest.drop { $0 != UInt8(ascii: "\n") }
      } else if rest.starts(with: "/*".utf8) {
        rest = rest.dropFirst(2)
        while !rest.isEmpty, !rest.starts(with: "*/".utf8) { rest = rest.dropFirst() }
        rest = rest.dropFirst(2)
      } else if rest.starts(with: byteOrderMark) {
        rest = rest.dropFirst(byteOrderMark.count)
      } else {
        return rest.startIndex
      }
    }
  }
}
