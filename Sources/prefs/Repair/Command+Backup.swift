import Preferences

extension Command {
  private static let overwrite = Option.flag("overwrite", "Replace the file if it is there")

  static let backup = Command(
    name: "backup",
    abstract: "Write a copy of the whole store, while it is in use",
    discussion: """
      The copy is one compact file for its owner alone. It is checked, on disk, and appears under \
      its name only when it is complete; history included. 'prefs restore-backup' puts it back.
      """,
    arguments: [Argument("FILE", .file, "Where the copy goes")],
    options: [overwrite],
    examples: [.init("prefs backup settings-2026-03-01.db", "A copy to keep")],
    exitCodes: [.noInput, .cannotCreate, .inputOutput]
  ) { invocation in
    let path = invocation.arguments[0]
    let store = try invocation.store(.readOnly)
    guard try store.exists() else {
      throw Failure(.noInput, "\(store.path.shown): there is no store yet")
    }
    if !invocation.has(overwrite), File.exists(path), !File.isSame(path, store.path) {
      throw Failure(.cannotCreate, "\(path.shown): is there already; --overwrite replaces it")
    }
    try store.backup(to: path, overwriting: invocation.has(overwrite))
    invocation.console.note("\(path.shown) is complete")
    return .done
  }
}
