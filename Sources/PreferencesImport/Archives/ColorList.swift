import Preferences

/// The entries of an NSColorList, the file `.clr`: names and colours, in order.
struct ColorList {
  var entries: [(name: String?, color: Result<ArchivedColor?, ArchiveRefusal>)] = []

  /// Entries may share a large object, which is then read for each; no list of a person has so many.
  private static let maximumCount = 10_000

  private static func check(_ count: Int) throws(ImportError) {
    guard count <= maximumCount else {
      throw ImportError(
        .tooLarge, expected: "a list of at most \(maximumCount) colours", found: "\(count)")
    }
  }

  /// The list of the newer form: two arrays of a keyed archive; nil for another archive.
  init?(_ archive: KeyedArchive) throws(ImportError) {
    guard let (colors, names) = archive.colorList else { return nil }
    try Self.check(max(colors.count, names.count))
    for index in 0..<max(colors.count, names.count) {
      let color = index < colors.count ? colors[index] : nil
      add(index < names.count ? archive.text(names[index]) : nil) {
        () throws(ArchiveRefusal) in try archive.color(color)
      }
    }
  }

  /// The list of the older form; nil for another typedstream.
  init?(_ stream: TypedStream) throws(ImportError) {
    guard stream.isColorList else { return nil }
    try Self.check((stream.values.count - 3) / 2)
    for index in stride(from: 3, to: stream.values.count, by: 2) {
      let name = index + 1 < stream.values.count ? stream.text(stream.values[index + 1]) : nil
      add(name) { () throws(ArchiveRefusal) in try stream.color(stream.values[index]) }
    }
  }

  private mutating func add(
    _ name: String?, _ color: () throws(ArchiveRefusal) -> ArchivedColor?
  ) {
    entries.append((name, Result(catching: color)))
  }

  func take(namespace: String, into collector: inout EntryCollector) {
    for (index, (name, color)) in entries.enumerated() {
      guard let name, name.utf8.count <= ArchivedColor.longestName else {
        collector.leaveOut("colour \(index + 1)", "it has no name, or one too long to be a key")
        continue
      }
      switch color {
      case .success(let color?):
        collector.take(
          namespace: namespace, key: name, color.color, note: color.rule,
          isConverted: color.isConverted)
      case .success(nil): collector.leaveOut(name, "it is no archived colour")
      case .failure(let refusal): collector.leaveOut(name, refusal.reason)
      }
    }
  }
}
