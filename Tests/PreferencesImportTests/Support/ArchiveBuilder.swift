@testable import PreferencesImport

/// Puts archives together that no program would write, as XML, where a reference is `CF$UID`.
enum ArchiveBuilder {
  /// An archive of objects; the null object comes before them, so the first has the number 1.
  static func file(
    _ objects: [PropertyList], top: [PropertyList.Member] = [.init("root", .uid(1))]
  ) throws -> [UInt8] {
    try XMLPropertyListWriter.write(
      .dictionary([
        .init("$archiver", .string("NSKeyedArchiver")), .init("$version", .integer(100_000)),
        .init("$top", .dictionary(top)),
        .init("$objects", .array([.string("$null")] + objects)),
      ]))
  }

  /// An archive of one colour, whose class is object 2; further objects from 3 on.
  static func color(
    _ members: KeyValuePairs<String, PropertyList>, classes: [String] = ["NSColor", "NSObject"],
    _ more: [PropertyList] = []
  ) throws -> [UInt8] {
    try file([object(members, class: 2), classObject(classes)] + more)
  }

  static func object(
    _ members: KeyValuePairs<String, PropertyList>, class number: UInt64
  ) -> PropertyList {
    .dictionary(members.map { .init($0, $1) } + [.init("$class", .uid(number))])
  }

  static func classObject(_ names: [String]) -> PropertyList {
    .dictionary([
      .init("$classname", .string(names.first ?? "")),
      .init("$classes", .array(names.map(PropertyList.string))),
    ])
  }

  /// A component text as data.
  static func numbers(_ text: String) -> PropertyList { .data(Array(text.utf8)) }
}
