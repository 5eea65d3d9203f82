import Preferences
import SQLiteCore

/// Why a file cannot be imported; nothing of it is taken, and the file itself is untouched.
public struct ImportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of trouble, to decide on.
  @nonexhaustive
  public enum Kind: String, Hashable, Sendable {
    /// No such file.
    case missing
    /// A folder, a socket, a device: not a file.
    case notAFile
    /// No permission to read the file or its folder.
    case noPermission
    /// The file, or what it unfolds to, is above a limit.
    case tooLarge
    /// Reading failed in the middle.
    case inputOutput
    /// The content is of a format that cannot be imported.
    case unknownFormat
    /// The content breaks the rules of its format.
    case malformed
    /// Well-formed, but the top level is not a set of named values.
    case notADomain
    /// The namespace or key given by the caller is no preference name.
    case invalidName
  }

  /// A place in the file.
  public enum Position: Hashable, Sendable {
    /// Bytes from the start, 0 being the first.
    case byte(Int)
    /// Both from 1; the column counts Unicode scalars.
    case line(Int, column: Int)
  }

  /// The kind of trouble, to decide on.
  public var kind: Kind
  /// The path that the caller gave, if any.
  public var file: String?
  /// Where in the file, if it is one place.
  public var position: Position?
  /// What stands there in a good file.
  public var expected: String
  /// What stands there in this one.
  public var found: String
  /// What the reader may do instead, if there is something.
  public var advice: String?

  package init(
    _ kind: Kind, at position: Position? = nil, expected: String, found: String,
    advice: String? = nil
  ) {
    self.kind = kind
    self.position = position
    self.expected = expected
    self.found = found
    self.advice = advice
  }

  /// One line: file, place, expected, found, advice.
  public var description: String {
    var text = file.map { $0.escapedForDisplay + ":" } ?? ""
    switch position {
    case .byte(let offset): text += text.isEmpty ? "byte \(offset): " : " byte \(offset): "
    case .line(let line, let column): text += "\(line):\(column): "
    case nil: text += text.isEmpty ? "" : " "
    }
    text += "expected \(expected), found \(found)"
    if let advice { text += "; " + advice }
    return text
  }

  /// A text that would take long to compare; see `String.hasPiledMarks`.
  static func piledMarks(at position: Position?) -> Self {
    Self(
      .tooLarge, at: position, expected: "at most \(String.mostMarks) marks on a character",
      found: "more")
  }

  /// The same error, naming the file.
  package func naming(_ file: String?) -> Self {
    var error = self
    error.file = file
    return error
  }
}

extension ImportError.Position {
  /// The line and column of a byte in UTF-8 text.
  package static func line(of offset: Int, in bytes: [UInt8]) -> Self {
    var line = 1
    var column = 1
    for index in 0..<min(offset, bytes.count) {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return .line(line, column: column)
  }
}

extension String {
  /// The text in quotes for a message: cut to 40 characters, control characters shown.
  package var quotedForMessage: String {
    let cut = unicodeScalars.count > 40
    let text = cut ? String(String.UnicodeScalarView(unicodeScalars.prefix(39))) + "…" : self
    return "'\(text.escapedForDisplay)'"
  }
}
