public import Preferences

extension SettingsCatalogue {
  /// The declaration of a key.
  ///
  /// Where the file gives namespaces, as schemas do, the one of `namespace` is meant: the same, or
  /// one that ends in it after a dot. Without such a one, and without `namespace`, it is the key
  /// that only one schema has.
  public func setting(_ key: String, in namespace: String? = nil) -> DeclaredSetting? {
    let candidates = settings.filter { $0.key == key }
    if let namespace,
      let own = candidates.first(where: { Self.isNamespace($0.namespace, in: namespace) })
    {
      return own
    }
    let isOne = candidates.allSatisfy { $0.namespace == candidates.first?.namespace }
    return isOne ? candidates.first : nil
  }

  /// The value of a key while none is stored; nil if none is declared.
  public func defaultValue(of key: String) -> StoredValue? { setting(key)?.defaultValue }

  /// The value of a preference while none is stored; nil if none is declared.
  public func defaultValue(of name: PreferenceName) -> StoredValue? {
    setting(name.key, in: name.namespace)?.defaultValue
  }

  /// The settings of a namespace, by their names in it; nil for all, in the namespaces of the file.
  ///
  /// What the store cannot hold as a name is not among them, nor, without `namespace`, what has
  /// none in the file.
  public func settings(
    in namespace: String?
  ) -> [(name: PreferenceName, setting: DeclaredSetting)] {
    let isOne = settings.allSatisfy { $0.namespace == settings.first?.namespace }
    return settings.compactMap { setting in
      if let namespace, !isOne, !Self.isNamespace(setting.namespace, in: namespace) { return nil }
      guard let home = namespace ?? setting.namespace,
        let name = try? PreferenceName(namespace: home, key: setting.key)
      else { return nil }
      return (name, setting)
    }
  }

  private static func isNamespace(_ declared: String?, in namespace: String) -> Bool {
    guard let declared else { return false }
    return namespace == declared || namespace.hasSuffix("." + declared)
  }
}
