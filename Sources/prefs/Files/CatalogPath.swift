/// Where a path lies in an asset catalogue, judged by the names of its folders.
struct CatalogPath {
  private let folders: [String]

  init(_ path: String) {
    var folders = File.resolved(path).split(separator: "/").map(String.init)
    if folders.last == "Contents.json" { folders.removeLast() }
    self.folders = folders
  }

  /// The name of the colour set that the path is or describes; nil if it is none.
  var colorSet: String? { folders.last.flatMap { Self.stem($0, "colorset") } }

  /// The catalogue's name; without one that of the folder round the colour set, or the folder's own.
  var namespace: String {
    if let catalog = folders.last(where: { $0.hasSuffix(".xcassets") }) {
      return Self.stem(catalog, "xcassets") ?? catalog
    }
    return (colorSet == nil ? folders.last : folders.dropLast().last) ?? "Colors"
  }

  private static func stem(_ name: String, _ suffix: String) -> String? {
    guard name.hasSuffix("." + suffix), name.utf8.count > suffix.utf8.count + 1 else { return nil }
    return String(name.dropLast(suffix.count + 1))
  }
}
