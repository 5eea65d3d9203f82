import Preferences

extension SettingsCatalogue {
  /// The settings that schemas declare.
  ///
  /// A key that breaks its own rules is left out: a default of another type, out of range or not
  /// among the choices. A schema that extends another lists what it overrides.
  init(_ file: SettingsSchemaReader) {
    self.init(format: "GSettings schema")
    let ids = file.schemas.map(\.id)
    let places = Dictionary(zip(ids, file.schemas.indices)) { first, _ in first }
    for schema in file.schemas {
      var seen: Set<String> = []
      for key in schema.keys {
        guard seen.insert(key.name).inserted else {
          leaveOut("\(schema.id).\(key.name)", "an earlier key of the schema has this name")
          continue
        }
        add(key, of: schema, file.nicks)
      }
      for override in schema.overrides {
        guard var key = file.inherited(override.name, by: schema, places) else {
          leaveOut(
            "\(schema.id).\(override.name)", "no schema of this file that it extends has this key")
          continue
        }
        key.defaultText = override.defaultText
        add(key, of: schema, file.nicks)
      }
    }
  }

  private mutating func add(
    _ key: SettingsSchema.Key, of schema: SettingsSchema, _ nicks: [String: [String]]
  ) {
    do {
      settings.append(try DeclaredSetting(key, of: schema, nicks: nicks))
    } catch {
      leaveOut("\(schema.id).\(key.name)", error.reason)
    }
  }
}

extension SettingsSchemaReader {
  /// A key of the schemas that one extends, at most a hundred of them.
  fileprivate func inherited(
    _ name: String, by schema: SettingsSchema, _ places: [String: Int]
  ) -> SettingsSchema.Key? {
    var schema = schema
    for _ in 0..<100 {
      guard let place = schema.extends.flatMap({ places[$0] }) else { return nil }
      schema = schemas[place]
      if let key = schema.keys.first(where: { $0.name == name }) { return key }
    }
    return nil
  }
}
