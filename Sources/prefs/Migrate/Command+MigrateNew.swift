import SchemaMigrations

extension Command {
  static let migrateNew = Command(
    name: "new",
    abstract: "Write the next pair of migration files, to be filled in",
    arguments: [Argument("NAME", .text, "What it does, in a-z, digits and _")],
    examples: [.init("prefs migrate new rename_colour -m migrations", "V0002__rename_colour.sql")],
    exitCodes: [.cannotCreate]
  ) { invocation in
    guard let folder = invocation.value(of: .migrations) else {
      throw invocation.mistake("--migrations FOLDER is needed: where the files go")
    }
    let name = invocation.arguments[0]
    guard MigrationSet.isName(name) else {
      throw invocation.mistake("NAME: expected a-z, digits and _, found '\(name.shown)'")
    }
    let versions = try MigrationFile.files(in: folder).map {
      try MigrationFileName($0.name).version
    }
    let next = (versions.max() ?? 0) + 1
    let up = MigrationFileName(version: next, name: name, isDown: false).description
    let down = MigrationFileName(version: next, name: name, isDown: true).description
    try File.write(Array("-- \(up)\n\n".utf8), to: "\(folder)/\(up)")
    try File.write(
      Array("-- \(down): takes \(up) back; remove this file if there is no way back\n\n".utf8),
      to: "\(folder)/\(down)")
    for file in [up, down] { try invocation.console.line("\(folder)/\(file)") }
    return .done
  }
}
