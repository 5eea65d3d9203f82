import Preferences
import PreferencesImport

extension FuzzTarget {
  /// The readers of property lists alone, both forms.
  static let propertyList = FuzzTarget(name: "bplist") { bytes in
    _ = try? BinaryPropertyListReader.read(bytes)
  } seeds: {
    Seeds.binaryPropertyLists
  }

  /// A file of one format, whatever it claims to be.
  init(format: ImportFormat) {
    self.init(name: "import-\(format.word)") { bytes in
      var options = ImportOptions(namespace: "Fuzz")
      options.format = format
      options.forms = ["theme": .appearance(.userInterfaceStyle), "accent": .color]
      guard let result = try? PreferencesImporter.read(bytes, options) else { return }
      _ = result.report.lines
      // What was understood can be exported; a part of the inputs is enough, and far faster.
      guard bytes.reduce(0, ^) % 8 == 0 else { return }
      let rows = result.preferences.map {
        ExportedPreference(name: $0.name, value: $0.value, createdAt: 0, updatedAt: 0)
      }
      _ = try? PreferencesExporter.json(rows)
      _ = try? PreferencesExporter.propertyList(rows, namespace: "Fuzz")
      _ = PreferencesExporter.html(rows, title: "Fuzz")
    } seeds: {
      Seeds.files(of: format.word)
    }
  }
}
