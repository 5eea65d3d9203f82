import Preferences
import SQLiteCore

/// A key file: groups in brackets, `key=value` lines below them.
///
/// A group may be opened again, and goes on then. Of a key that is set twice in a group the later
/// line counts, as for GLib.
struct KeyFile {
  struct Entry {
    /// What stands in the brackets: `org/gnome/shell`; KDE's `[a][b]` is `a/b`.
    var group: String
    var key: String
    /// Without blanks at both ends, otherwise as it is written.
    var value: String

    /// Group and key, for reports.
    var path: String { group + "/" + key }
  }

  private(set) var entries: [Entry] = []
  /// Entries that a later line has replaced.
  private(set) var replaced: [(entry: Entry, line: Int)] = []

  static func isComment(_ first: UInt8) -> Bool {
    first == UInt8(ascii: "#") || first == UInt8(ascii: ";")
  }

  /// The entries in the bytes of a whole file.
  ///
  /// - Throws: ``ImportError`` with the line that is neither group, comment nor entry.
  init(_ bytes: [UInt8]) throws(ImportError) {
    let text = try TextEncoding.utf8(bytes)
    let lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var group: String?
    var places: [String: [String: Int]] = [:]
    for (index, line) in lines.enumerated() {
      let line = line.trimmedXMLSpace
      guard let first = line.first, !Self.isComment(first) else { continue }
      guard !String(decoding: line, as: UTF8.self).hasPiledMarks else {
        throw .piledMarks(at: .line(index + 1, column: 1))
      }
      if let opened = Self.group(line) {
        group = opened
      } else if let group, let entry = Self.entry(line, in: group) {
        if let place = places[group]?[entry.key] {
          replaced.append((entries[place], index + 1))
          entries[place] = entry
        } else {
          places[group, default: [:]][entry.key] = entries.count
          entries.append(entry)
        }
      } else {
        throw ImportError(
          .malformed, at: .line(index + 1, column: 1),
          expected: group == nil ? "a group in brackets" : "a group, a comment or key=value",
          found: String(decoding: line.prefix(160), as: UTF8.self).quotedForMessage)
      }
    }
  }

  /// The name in `[name]`, nil for another line; `[$i]`, KDE's mark of what is locked, is no name.
  private static func group(_ line: ArraySlice<UInt8>) -> String? {
    guard line.first == UInt8(ascii: "["), line.last == UInt8(ascii: "]"), line.count > 2 else {
      return nil
    }
    let inside = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
    return inside.split(separator: "][").filter { !$0.hasPrefix("$") }.joined(separator: "/")
  }

  private static func entry(_ line: ArraySlice<UInt8>, in group: String) -> Entry? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    var key = String(decoding: line[..<equals].trimmedXMLSpace, as: UTF8.self)
    // KDE marks keys: `Key[$e]` is one whose value names variables.
    if key.hasSuffix("]"), let mark = key.firstRange(of: "[$") {
      key.removeSubrange(mark.lowerBound...)
    }
    guard !key.isEmpty else { return nil }
    let value = String(decoding: line[(equals + 1)...].trimmedXMLSpace, as: UTF8.self)
    return Entry(group: group, key: key, value: value)
  }
}
