import Preferences

extension ImportFormat {
  /// A file that is one archived colour.
  static let archivedColor = ImportFormat(
    word: "nscolor", name: "an archived colour (NSColor or UIColor)",
    recognizes: { input in
      if let archive = input.keyedArchive { return archive.isColor(archive.root) }
      guard let stream = try? input.typedStream.get() else { return false }
      return stream.values(of: stream.values.first, class: "NSColor") != nil
    },
    read: { (input, options) throws(ImportError) in
      var entries = EntryCollector(format: "archived colour")
      let key = options.key ?? "color"
      if options.keepsArchives {
        entries.take(
          namespace: options.namespace, key: key, .data(input.bytes),
          note: "a keyed archive as data")
        return entries.result
      }
      do throws(ArchiveRefusal) {
        let color = try input.archivedColor()
        guard let color else { throw ArchiveRefusal(reason: "it is no archived colour") }
        entries.take(
          namespace: options.namespace, key: key, color.color, note: color.note,
          isConverted: color.isConverted)
      } catch {
        entries.leaveOut(key, error.reason)
      }
      return entries.result
    })

  /// A list of named colours, the file `.clr` of the system's colour panel.
  static let colorList = ImportFormat(
    word: "clr", name: "a colour list (NSColorList)",
    recognizes: { input in
      if let archive = input.keyedArchive { return archive.colorList != nil }
      guard TypedStream.begins(input.bytes) else { return false }
      // A damaged one is claimed as well: its reader can tell the place.
      guard let stream = try? input.typedStream.get() else { return true }
      return stream.isColorList
    },
    read: { (input, options) throws(ImportError) in
      var entries = EntryCollector(format: "colour list")
      if let key = options.key {
        entries.take(
          namespace: options.namespace, key: key, .data(input.bytes), note: "an archive as data")
        return entries.result
      }
      let list =
        if let archive = input.keyedArchive {
          try ColorList(archive)
        } else {
          try ColorList(try input.typedStream.get())
        }
      list?.take(namespace: options.namespace, into: &entries)
      return entries.result
    })
}

extension ImportInput {
  /// The colour that the file is; nil when it is anything else.
  fileprivate func archivedColor() throws(ArchiveRefusal) -> ArchivedColor? {
    if let keyedArchive { return try keyedArchive.color(keyedArchive.root) }
    let stream = try? typedStream.get()
    return try stream?.color(stream?.values.first)
  }
}
