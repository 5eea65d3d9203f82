import Preferences
import SchemaMigrations

extension Command {
  private static let directory = Option.option(
    "directory", short: "d", "DIR", .file, "The folder of the migrations (migrations)")
  private static let reversible = Option.flag("reversible", "Write the file for the way back, too")

  static let migrateNew = Command(
    name: "new",
    abstract: "Write an empty migration with the next number",
    discussion: """
      The folder is made when it is not there. An empty migration is refused by all other verbs: \
      fill it in first.
      """,
    arguments: [Argument("NAME", .text, "What it does, such as rename_accent: a-z, 0-9 and _")],
    options: [directory, reversible],
    examples: [.init("prefs migrate new create_notes", "migrations/V0001__create_notes.sql")],
    exitCodes: [.badData, .cannotCreate, .inputOutput]
  ) { invocation in
    let name = invocation.arguments[0]
    guard MigrationSet.isName(name) else {
      throw invocation.mistake("NAME: expected a-z, 0-9 and _, found '\(name.shown)'")
    }
    let folder = MigrationFolder(path: invocation.value(of: directory) ?? "migrations")
    try folder.create()
    var latest = 0
    for file in try folder.names() { latest = max(latest, try MigrationFileName(file).version) }
    guard latest < Int.max else { throw Failure(.badData, "there is no number after \(latest)") }
    var files: [String] = []
    for isDown in invocation.has(reversible) ? [false, true] : [false] {
      let file = MigrationFileName(version: latest + 1, name: name, isDown: isDown).description
      try folder.write(template(file, latest: latest, isDown: isDown), to: file)
      files.append("\(folder.path)/\(file)")
    }
    if invocation.has(.json) {
      try invocation.console.line(
        (["files": .array(files.map(JSONValue.string))] as JSONValue).line)
    } else {
      for file in files { try invocation.console.line(file.escapedForTerminal) }
    }
    return .done
  }

  private static func template(_ file: String, latest: Int, isDown: Bool) -> String {
    guard !isDown else {
      return "-- \(file)\n--\n-- Takes back what the file without '.down' does.\n\n"
    }
    guard latest > 0 else { return "-- \(file)\n--\n-- Why:\n\n" }
    return """
      -- \(file)
      --
      -- Why:
      --
      -- May programs that know only an earlier version go on writing? Then leave the quotes away:
      -- '-- compatible: \(latest)'


      """
  }
}
