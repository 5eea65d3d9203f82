import Preferences

@testable import PreferencesImport

/// The colours of an import by key, each on one line: `any #FF0000, dark labelColor (ios)`.
func colors(_ result: ImportResult) -> [String: String] {
  Dictionary(
    uniqueKeysWithValues: result.preferences.map {
      ($0.name.key, $0.value.color.map(summary) ?? "no colour")
    })
}

/// A colour set on one line.
func summary(_ color: AdaptiveColor) -> String {
  AdaptiveColor.Variant.allCases.compactMap { variant in
    switch color[variant] {
    case .color(let color): "\(variant.rawValue) \(color.hex)"
    case .reference(let reference):
      "\(variant.rawValue) \(reference.name) (\(reference.platform ?? "here"))"
    case nil: nil
    }
  }.joined(separator: ", ")
}
