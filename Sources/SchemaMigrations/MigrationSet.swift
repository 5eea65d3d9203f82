/// The ordered migrations of one component, read and checked before any of them runs.
package struct MigrationSet: Sendable {
  /// Whose migrations: `preferences`, or an app's name such as `com.example.notes`.
  package let component: String
  /// Versions 1, 2, 3, … without a gap.
  package let migrations: [Migration]
  /// Beginnings of names that other components must not give to their tables.
  package let reservedPrefixes: [String]

  /// The last version, 0 when there are none.
  package var latest: Int { migrations.count }

  /// Takes migrations as they are.
  ///
  /// - Throws: `invalidComponent`, `invalidFile`, `duplicateVersion`, `missingVersion`.
  package init(
    component: String, migrations: [Migration], reservedPrefixes: [String] = []
  ) throws(MigrationError) {
    guard (1...255).contains(component.utf8.count),
      component.unicodeScalars.allSatisfy({ !(0...0x20).contains($0.value) && $0.value != 0x7F })
    else { throw .invalidComponent(component) }
    let sorted = migrations.sorted { $0.version < $1.version }
    for (index, migration) in sorted.enumerated() {
      guard Self.isName(migration.name) else {
        throw .invalidFile(
          migration.file, line: nil, reason: "a name has the letters a-z, digits and _")
      }
      if index > 0, sorted[index - 1].version == migration.version {
        throw .duplicateVersion(migration.version, [sorted[index - 1].file, migration.file])
      }
      guard migration.version == index + 1 else {
        throw .missingVersion(index + 1, next: migration.file)
      }
    }
    self.component = component
    self.migrations = sorted
    self.reservedPrefixes = reservedPrefixes
  }

  /// Reads files named `V0001__name.sql`, with `V0001__name.down.sql` for the way back.
  ///
  /// - Throws: the errors of ``init(component:migrations:reservedPrefixes:)``.
  package init(
    component: String, files: [(name: String, text: [UInt8])], reservedPrefixes: [String] = []
  ) throws(MigrationError) {
    var ups: [(name: MigrationFileName, text: [UInt8])] = []
    var downs: [MigrationFileName: [UInt8]] = [:]
    for file in files {
      let name = try MigrationFileName(file.name)
      if name.isDown {
        let up = MigrationFileName(version: name.version, name: name.name, isDown: false)
        guard files.contains(where: { $0.name == up.description }) else {
          throw .invalidFile(file.name, line: nil, reason: "there is no \(up) to go with it")
        }
        downs[up] = file.text
      } else {
        ups.append((name, file.text))
      }
    }
    var migrations: [Migration] = []
    for up in ups {
      migrations.append(
        try Migration(
          version: up.name.version, name: up.name.name, sql: up.text, down: downs[up.name]))
    }
    try self.init(
      component: component, migrations: migrations, reservedPrefixes: reservedPrefixes)
  }

  /// The migration of a version, nil outside of 1 to ``latest``.
  package subscript(version: Int) -> Migration? {
    migrations.indices.contains(version - 1) ? migrations[version - 1] : nil
  }

  /// Whether a text is a name of a migration: `[a-z0-9_]+`.
  package static func isName(_ text: some StringProtocol) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F
      }
  }
}
