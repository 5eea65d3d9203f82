/// What the folder of an asset is, by the extension of its name.
enum AssetKind: Hashable {
  case colorSet
  /// Any other: its extension.
  case other(String)

  private static let others: Set<String> = [
    "appiconset", "arimageset", "arobject", "arresourcegroup", "brandassets", "complicationset",
    "cubetextureset", "dataset", "gcdashboardimage", "gcleaderboard", "gcleaderboardset", "iconset",
    "imageset", "imagestack", "imagestacklayer", "launchimage", "mipmapset", "sceneset",
    "solidimagestack", "solidimagestacklayer", "spriteatlas", "sticker", "stickerpack",
    "stickersequence", "stickersiconset", "symbolset", "textureset",
  ]

  /// Nil for a folder that is a catalogue or a group.
  init?(_ name: String) {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    let suffix = name[name.index(after: dot)...].lowercased()
    if suffix == "colorset" {
      self = .colorSet
    } else if Self.others.contains(suffix) {
      self = .other(suffix)
    } else {
      return nil
    }
  }
}
