extension FileFormat {
  /// Groups in brackets with `key=value` lines below them.
  static let keyFile = FileFormat.other("a key file, such as a dconf dump or a desktop entry")

  /// What text is that is neither JSON nor in brackets at its start, by its first lines that are no
  /// comments; nil for anything else.
  static func desktopText(_ text: ArraySlice<UInt8>) -> FileFormat? {
    var isPathList = false
    for line in text.prefix(65_536).split(separator: UInt8(ascii: "\n")) {
      let line = line.trimmedXMLSpace
      guard let first = line.first, !KeyFile.isComment(first) else { continue }
      if first == UInt8(ascii: "/") {
        isPathList = true
        continue
      }
      if isPathList { return nil }
      if first == UInt8(ascii: "["), line.last == UInt8(ascii: "]") { return keyFile }
      let databases = ["user-db:", "system-db:", "service-db:", "file-db:"]
      return databases.contains { line.starts(with: $0.utf8) }
        ? .other("a dconf profile, which names databases (make a text of one with dconf dump)")
        : nil
    }
    return isPathList ? .other("a list of paths, such as dconf locks") : nil
  }
}
