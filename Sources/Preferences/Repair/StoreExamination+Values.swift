internal import SQLiteCore

/// The values and their names.
extension StoreExamination {
  mutating func lookAtValues(_ connection: Connection) throws(SQLiteError) {
    let unnamed = try connection.integer(
      "SELECT count(*) FROM preference WHERE namespace <> CAST(CAST(namespace AS BLOB) AS TEXT)")
    if let unnamed, unnamed > 0 { add(.trouble, "names", "\(unnamed) names are not UTF-8") }
    var references: [PreferenceName: [PreferenceName]] = [:]
    var names: Set<PreferenceName> = []
    // Also what was read before a damaged page counts.
    defer { look(at: references, among: names) }
    try connection.eachRow { row in
      names.insert(row.name)
      lookAtRow(row)
      guard row.value.type == .colorBlob, let color = row.value.color else { return }
      let targets = color.references.compactMap(\.preference)
      if !targets.isEmpty { references[row.name] = targets }
    }
  }

  private mutating func lookAtRow(_ row: PreferenceRow) {
    if !row.name.isReachable {
      add(
        .trouble, "names",
        "\(row.name.description.escapedForDisplay): not a name that apps can reach (Unicode form, "
          + "character or length); give it another one with SQL")
    }
    if let remark = row.value.remark { add(.note, "values", "\(row.name): \(remark)") }
    if let problem = row.value.problem { add(.trouble, "values", "\(row.name): \(problem)") }
  }

  /// Colours that follow a name which is not there, or themselves.
  private mutating func look(
    at references: [PreferenceName: [PreferenceName]], among names: Set<PreferenceName>
  ) {
    for (name, targets) in references.sorted(by: { $0.key < $1.key }) {
      for target in Set(targets).sorted() where !names.contains(target) {
        add(
          .note, "references",
          "\(name) follows \(target), which is not set: it reads as the default, else as it was last"
        )
      }
    }
    let circle = Self.circle(in: references)
    guard !circle.isEmpty else { return }
    add(
      .trouble, "references",
      "the colours \(circle.map(\.description).joined(separator: ", ")) follow each other in a circle: "
        + "give one of them a colour of its own")
  }

  /// The names from which references lead back to themselves, and those between them: what is left
  /// when all that lead out, or that nobody leads to, are taken away.
  static func circle(in references: [PreferenceName: [PreferenceName]]) -> [PreferenceName] {
    var left = references
    while true {
      let led = Set(left.values.joined())
      let kept = left.filter { name, targets in
        led.contains(name) && targets.contains { left[$0] != nil }
      }
      guard kept.count < left.count else { return kept.keys.sorted() }
      left = kept
    }
  }
}

extension Connection {
  /// All preferences one after the other, until one cannot be read.
  func eachRow(_ body: (PreferenceRow) -> Void) throws(SQLiteError) {
    try withStatement(
      """
      SELECT type, value, red, green, blue, alpha, created_at, updated_at, sequence, namespace, key
      FROM preference ORDER BY namespace, key
      """
    ) { (statement) throws(SQLiteError) in
      while try statement.step() { body(try statement.preferenceRow()) }
    }
  }
}

extension StoredValue {
  /// What only a newer version may understand; it reads as the default here.
  var remark: String? {
    if !StoredType.known.contains(type) { return "the type '\(type)' is not known here" }
    if type == .appearance, case .text(let word) = storage, Appearance(stored: word) == nil {
      return "'\(word.escapedForDisplay)' is no appearance known here"
    }
    guard type == .colorBlob, problem == nil else { return nil }
    do throws(CodecError) { _ = try AdaptiveColor(self) } catch {
      guard case .unreadable(let reason) = error else { return "it is no colour known here" }
      return "it is no colour known here: \(reason.escapedForDisplay)"
    }
    return nil
  }

  /// Why the value cannot be decoded by anybody; nil when it can, or its tag is unknown here.
  var problem: String? {
    let json: String
    switch (type, storage) {
    case (_, .malformedText): return "the text is not UTF-8"
    case (.json, .text(let text)): json = text
    case (.colorBlob, .blob(let bytes)):
      guard let text = String(validating: bytes, as: UTF8.self) else {
        return "the JSON of a colour is not UTF-8"
      }
      json = text
    default: return nil
    }
    do { _ = try JSONValue(parsing: json) } catch { return "\(error)" }
    return nil
  }
}
