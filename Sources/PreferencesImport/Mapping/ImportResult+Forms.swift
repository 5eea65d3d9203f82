import Preferences

extension ImportResult {
  /// Brings entries into the forms that the caller asked for, and tells of each in the report.
  ///
  /// - Parameter forms: by key; `KEY/MEMBER` takes a member of the JSON document that an entry
  ///   holds as an entry of its own, unless there is an entry of just that key.
  mutating func apply(_ forms: [String: ImportForm]) {
    let originals = preferences
    for (path, form) in forms.sorted(by: { $0.key < $1.key }) {
      let same = originals.filter { $0.name.key == path }
      for preference in same { convert(preference, to: form) }
      if same.isEmpty { takeMember(at: path, of: originals, as: form) }
    }
  }

  private mutating func convert(_ preference: ImportedPreference, to form: ImportForm) {
    guard let index = preferences.firstIndex(where: { $0.name == preference.name }) else { return }
    let place = report.taken.firstIndex { $0.name == preference.name }
    do {
      let conversion = try form.conversion(of: preference.value)
      preferences[index].value = conversion.value
      guard let place, conversion.note != nil else { return }
      report.taken[place].type = conversion.value.type
      report.taken[place].outcome = conversion.outcome
      report.taken[place].note = [report.taken[place].note, conversion.note].compactMap(\.self)
        .joined(separator: ", ")
    } catch {
      preferences.remove(at: index)
      if let place { report.taken.remove(at: place) }
      leaveOut(preference.name.key, error.text)
    }
  }

  private mutating func takeMember(
    at path: String, of originals: [ImportedPreference], as form: ImportForm
  ) {
    // A key may hold slashes itself: the longest one that there is.
    for slash in path.indices.reversed() where path[slash] == "/" {
      let member = String(path[path.index(after: slash)...])
      guard let owner = originals.first(where: { $0.name.key == path[..<slash] }) else { continue }
      do throws(JSONReason) {
        let document = try owner.value.jsonDocument()
        guard let value = document[member] else {
          throw JSONReason("the JSON document has no member \(member.quotedForMessage)")
        }
        let conversion = try form.conversion(of: JSONDomain.value(of: value))
        guard
          let name = try? PreferenceName(namespace: owner.name.namespace, key: member)
        else { throw JSONReason("the store can hold no such name") }
        guard !preferences.contains(where: { $0.name == name }) else {
          throw JSONReason("an earlier entry has the name \(name.description.escapedForDisplay)")
        }
        preferences.append(ImportedPreference(name: name, value: conversion.value))
        let notes = ["a member of \(owner.name.key.escapedForDisplay)", conversion.note]
        report.taken.append(
          ImportReport.Taken(
            name: name, type: conversion.value.type, outcome: conversion.outcome,
            note: notes.compactMap(\.self).joined(separator: ", ")))
      } catch {
        leaveOut(path, error.text)
      }
      return
    }
    leaveOut(path, "there is no entry of this name")
  }

  private mutating func leaveOut(_ path: String, _ reason: String) {
    report.leftOut.append(ImportReport.LeftOut(path: path, reason: reason))
  }
}
