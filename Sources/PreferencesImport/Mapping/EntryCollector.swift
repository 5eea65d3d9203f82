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
    namespace: String, key: String, _ value: StoredValue, note: String? = nil, path: String? = nil
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
          name: name, type: value.type,
          note: notes.isEmpty ? nil : notes.joined(separator: ", ")))
    } catch {
      leaveOut(path ?? key, Self.reason(error))
    }
  }

  mutating func leaveOut(_ path: String, _ reason: String) {
    result.report.leftOut.append(ImportReport.LeftOut(path: path, reason: reason))
  }
}
