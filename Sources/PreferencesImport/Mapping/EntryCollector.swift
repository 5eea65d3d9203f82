import Preferences

/// Gathers the entries of one file and reports those whose names the store cannot hold.
struct EntryCollector {
  private(set) var result: ImportResult
  private var names: Set<PreferenceName> = []

  init(format: String) { result = ImportResult(report: ImportReport(format: format)) }

  /// Checks the namespace that the caller gave, before anything is read.
  static func check(namespace: String, key: String? = nil) throws(ImportError) {
    do {
      _ = try PreferenceName(namespace: namespace, key: key ?? "key")
    } catch {
      throw ImportError(
        .invalidName, expected: "a namespace and key that the store can hold",
        found: "\(namespace.quotedForMessage): \(reason(error))")
    }
  }

  /// Why a name is none, without repeating the name.
  private static func reason(_ error: PreferenceError) -> String {
    if case .invalidName(_, let reason) = error { reason } else { error.description }
  }

  mutating func take(
    namespace: String, key: String, _ value: StoredValue,
    outcome: ImportReport.Outcome = .taken, note: String? = nil, path: String? = nil
  ) {
    do {
      let name = try PreferenceName(namespace: namespace, key: key)
      guard names.insert(name).inserted else {
        leaveOut(
          path ?? key, "an earlier entry has this name, after Unicode normalisation if need be")
        return
      }
      var notes = note.map { [$0] } ?? []
      if !name.key.utf8.elementsEqual(key.utf8) { notes.append("name in Unicode form C") }
      result.preferences.append(ImportedPreference(name: name, value: value))
      result.report.taken.append(
        ImportReport.Taken(
          name: name, type: value.type, outcome: outcome,
          note: notes.isEmpty ? nil : notes.joined(separator: ", ")))
    } catch {
      leaveOut(path ?? key, Self.reason(error))
    }
  }

  /// Takes a colour; an infinite one is left out.
  ///
  /// - Parameters:
  ///   - note: where the numbers come from, and by which rule, if the file does not say it itself.
  ///   - isConverted: whether the note tells of a conversion between colour spaces.
  mutating func take(
    namespace: String, key: String, _ color: AdaptiveColor, note: String? = nil,
    isConverted: Bool = false, path: String? = nil
  ) {
    guard let value = StoredValue(color: color) else {
      leaveOut(path ?? key, "a component of the colour is not a finite number")
      return
    }
    take(
      namespace: namespace, key: key, value,
      outcome: !color.references.isEmpty ? .reference : isConverted ? .converted : .taken,
      note: note,
      path: path)
  }

  mutating func leaveOut(_ path: String, _ reason: String) {
    result.report.leftOut.append(ImportReport.LeftOut(path: path, reason: reason))
  }
}
