import Preferences

extension SettingsCatalogue {
  /// The catalogue in a property list, or nil if it is none of the known kinds: a settings bundle
  /// (`PreferenceSpecifiers`), or an array of descriptions with `default`, `type` and `title`.
  package init?(_ list: PropertyList, format: String) {
    if let specifiers = list["PreferenceSpecifiers"]?.array,
      specifiers.allSatisfy({ $0["Type"]?.string != nil })
    {
      self.init(format: "settings bundle, \(format)")
      read(specifiers: specifiers)
    } else if let descriptions = list.array, !descriptions.isEmpty,
      descriptions.allSatisfy({ item in
        ["default", "type", "title"].allSatisfy { item[$0]?.string != nil }
      })
    {
      self.init(format: "array of setting descriptions, \(format)")
      for description in descriptions { read(description: description) }
    } else {
      return nil
    }
  }

  // Apple, "Settings Application Schema Reference".
  private mutating func read(specifiers: [PropertyList]) {
    var group: String?
    for specifier in specifiers {
      let kind = specifier["Type"]?.string ?? ""
      if kind == "PSGroupSpecifier" { group = specifier["Title"]?.string }
      guard let key = specifier["Key"]?.string else {
        leaveOutUnlessHeading(specifier, kind)
        continue
      }
      var setting = DeclaredSetting(key: key)
      setting.title = specifier["Title"]?.string
      setting.group = group
      setting.isReadOnly = kind == "PSTitleValueSpecifier"
      setting.minimum = specifier["MinimumValue"].flatMap(\.number)
      setting.maximum = specifier["MaximumValue"].flatMap(\.number)
      if let value = specifier["DefaultValue"] {
        setting.defaultValue = stored(value, of: key)
      }
      let titles = specifier["Titles"]?.array ?? []
      for (position, value) in (specifier["Values"]?.array ?? []).enumerated() {
        guard let value = stored(value, of: key) else { continue }
        let title = position < titles.count ? titles[position].string : nil
        setting.choices.append(DeclaredSetting.Choice(value: value, title: title))
      }
      setting.type =
        setting.defaultValue?.type ?? setting.choices.first?.value.type ?? Self.type(of: kind)
      settings.append(setting)
    }
  }

  /// Groups and child panes have no key by right.
  private mutating func leaveOutUnlessHeading(_ specifier: PropertyList, _ kind: String) {
    switch kind {
    case "PSGroupSpecifier": break
    case "PSChildPaneSpecifier":
      let file = specifier["File"]?.string ?? ""
      leaveOut(file, "a child pane; its settings are in the file \(file.quotedForMessage)")
    default: leaveOut(specifier["Title"]?.string ?? kind, "\(kind.quotedForMessage) has no key")
    }
  }

  private static func type(of kind: String) -> StoredType? {
    switch kind {
    case "PSToggleSwitchSpecifier": .bool
    case "PSTextFieldSpecifier": .text
    case "PSSliderSpecifier": .real
    default: nil
    }
  }

  private mutating func read(description item: PropertyList) {
    guard let key = item["default"]?.string else { return }
    var setting = DeclaredSetting(key: key)
    setting.title = item["title"]?.string
    setting.group = item["category"]?.string
    if item["type"]?.string == "checkbox" { setting.type = .bool }
    if case .dictionary(let items) = item["items"] {
      setting.choices = items.map {
        DeclaredSetting.Choice(value: .text($0.key), title: $0.value.string)
      }
    }
    settings.append(setting)
  }

  private mutating func stored(_ value: PropertyList, of key: String) -> StoredValue? {
    do {
      return try value.conversion(sortsKeys: false).value
    } catch {
      leaveOut(key, error.reason)
      return nil
    }
  }

  mutating func leaveOut(_ path: String, _ reason: String) {
    leftOut.append(ImportReport.LeftOut(path: path, reason: reason))
  }
}

extension PropertyList {
  fileprivate var number: StoredValue? {
    switch self {
    case .integer(let value): .int(value)
    case .real(let value) where !value.isNaN: .real(value)
    default: nil
    }
  }
}
