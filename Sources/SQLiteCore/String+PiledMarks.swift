extension String {
  /// The most marks on one character in a text of a stranger; no language comes near.
  package static let mostMarks = 256

  /// Whether a character has more marks than that.
  ///
  /// Swift compares and hashes texts in their normal form, for which the marks of a character are
  /// sorted in time with the square of their number: 100 KB of them would cost seconds each time.
  package var hasPiledMarks: Bool {
    guard utf8.count > 2 * Self.mostMarks else { return false }
    var marks = 0
    for scalar in unicodeScalars {
      marks = scalar.isMark ? marks + 1 : 0
      if marks > Self.mostMarks { return true }
    }
    return false
  }

  /// The text, with U+FFFD for its marks when they are piled: for what a file may hold and no
  /// writer of ours has put there.
  package var withoutPiledMarks: String {
    guard hasPiledMarks else { return self }
    var scalars = UnicodeScalarView()
    scalars.append(contentsOf: unicodeScalars.lazy.map { $0.isMark ? "\u{FFFD}" : $0 })
    return String(scalars)
  }
}

extension Unicode.Scalar {
  /// Whether it is sorted among others of one character. No such scalar comes before U+0300.
  fileprivate var isMark: Bool {
    value >= 0x300 && properties.canonicalCombiningClass != .notReordered
  }
}
