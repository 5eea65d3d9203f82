import Preferences
import PreferencesImport

extension Option {
  /// Where the values come from that are not set.
  static let defaults = option(
    "defaults", "FILE", .file,
    "Where nothing is set, the default of a settings bundle's plist or a GSettings schema")
}

extension Invocation {
  /// The preference of a name, or its default; if there is neither, that is noted.
  func lookUp(_ written: String) throws -> LookedUp? {
    let name = try PreferenceName(written)
    let catalogue = try catalogue()
    let setting = catalogue?.setting(name.key, in: name.namespace)
    let store = try store(.readOnly)
    if let row = try store.row(of: name, followingReferences: true) {
      var found = LookedUp(row, setting: setting, isTold: catalogue != nil)
      found.isHidden = try hiddenNames(of: store).contains(name)
      return found
    }
    let found = LookedUp(name, defaultOf: setting)
    if found == nil {
      console.note("\(name.shown) is not set" + (catalogue == nil ? "" : " and has no default"))
    }
    return found
  }

  /// All preferences, or those of a namespace, and the defaults of what is not set, by name.
  func lookUpAll(in namespace: String?) throws -> [LookedUp] {
    var all = try allLookedUp(in: namespace)
    let hidden = try hiddenNames(of: store(.readOnly))
    for index in all.indices { all[index].isHidden = hidden.contains(all[index].name) }
    return all
  }

  /// The preferences whose values are not to be shown.
  func hiddenNames(of store: PreferenceStore) throws -> Set<PreferenceName> {
    has(.reveal) ? [] : try store.redactedNames()
  }

  private func allLookedUp(in namespace: String?) throws -> [LookedUp] {
    guard let catalogue = try catalogue() else {
      return try rows(in: namespace, following: true).map { LookedUp($0) }
    }
    guard namespace != nil || catalogue.settings.contains(where: { $0.namespace != nil }) else {
      throw mistake("--defaults needs a NAMESPACE, since the file names none")
    }
    let declared = Dictionary(
      catalogue.settings(in: namespace).map { ($0.name, $0.setting) },
      uniquingKeysWith: { a, _ in a })
    let rows = try store(.readOnly).rows(in: namespace, followingReferences: true)
    let set = Set(rows.map(\.name))
    let defaults = declared.compactMap { name, setting in
      set.contains(name) ? nil : LookedUp(name, defaultOf: setting)
    }
    let stored = rows.map { LookedUp($0, setting: declared[$0.name], isTold: true) }
    return (stored + defaults).sorted { $0.name < $1.name }
  }

  /// The declarations that the line names; nil if it names none.
  ///
  /// - Throws: ``ImportError`` for a file that cannot be read, a ``Failure`` for one of values.
  private func catalogue() throws -> SettingsCatalogue? {
    guard let path = value(of: .defaults) else { return nil }
    let result = try PreferencesImporter.read(
      try ImportSource.read(path), namespace: "defaults", file: path)
    if let catalogue = result.catalogue { return catalogue }
    throw Failure(
      .badData,
      "\(path.shown): expected a settings bundle or a GSettings schema, which declare settings, "
        + "found values (\(result.report.format))")
  }
}
