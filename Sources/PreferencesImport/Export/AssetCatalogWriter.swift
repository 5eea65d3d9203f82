import Preferences

/// Writes an asset catalogue: `Group/Name` lies in a folder that provides the namespace.
struct AssetCatalogWriter: ColorWriter {
  let keepsReferences = true
  private var contents: [String: [UInt8]] = [
    Folder.contents: PreferencesExporter.contents(["info": PreferencesExporter.info])
  ]
  /// Lower-case paths of sets and groups, since most Macs do not tell case apart.
  private var paths: [String: String] = [:]

  var files: [ColorExport.File] {
    contents.map { ColorExport.File(path: $0.key, bytes: $0.value) }.sorted { $0.path < $1.path }
  }

  mutating func add(_ color: AdaptiveColor, named key: String) throws(ExportError) -> [String] {
    let parts = key.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    let groups = parts.dropLast()
    guard
      parts.allSatisfy({ !["", ".", ".."].contains($0) && $0.utf8.count <= 240 }),
      groups.allSatisfy({ AssetKind($0) == nil && !$0.hasSuffix(".xcassets") })
    else { throw ExportError(path: key, reason: "its name cannot be that of a folder") }
    var folder = ""
    for part in groups + [(parts.last ?? "") + ".colorset"] {
      folder += folder.isEmpty ? part : "/\(part)"
      if let other = paths[folder.lowercased()], other != folder {
        throw ExportError(path: key, reason: "its name differs from \(other) in case alone")
      }
    }
    let bytes = try PreferencesExporter.colorSet(color)
    folder = ""
    for group in groups {
      folder += group + "/"
      paths[folder.dropLast().lowercased()] = String(folder.dropLast())
      contents[folder + Folder.contents] = PreferencesExporter.contents([
        "info": PreferencesExporter.info, "properties": ["provides-namespace": true],
      ])
    }
    let path = key + ".colorset"
    paths[path.lowercased()] = path
    contents["\(path)/\(Folder.contents)"] = bytes
    return color.references.filter { $0.fallback != nil }
      .map { "the numbers beside \($0.name.escapedForDisplay) are not written" }
  }
}
