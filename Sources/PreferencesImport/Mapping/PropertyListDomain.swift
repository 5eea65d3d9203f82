import Preferences

/// A property list whose top level is to be read as named settings.
struct PropertyListDomain {
  var list: PropertyList
  /// The file itself, for an archive that is kept whole.
  var bytes: [UInt8]
  var format: String
  /// Members of nested dictionaries come in no order that means anything.
  var sortsKeys: Bool
  /// Archived colours stay data or text.
  var keepsArchives = false
  /// Keys whose archived colours stay what they are, because their form was asked for.
  var keptKeys: Set<String> = []

  func entries(namespace: String, key: String?) throws(ImportError) -> ImportResult {
    var entries = EntryCollector(format: format)
    if let key {
      if list.isKeyedArchive {
        entries.take(namespace: namespace, key: key, .data(bytes), note: "a keyed archive as data")
      } else {
        take(list, namespace: namespace, key: key, into: &entries)
      }
      return entries.result
    }
    guard case .dictionary(let members) = list, !list.isKeyedArchive else { throw refusal }
    for member in members {
      take(member.value, namespace: namespace, key: member.key, into: &entries)
    }
    return entries.result
  }

  private func take(
    _ value: PropertyList, namespace: String, key: String, into entries: inout EntryCollector
  ) {
    var refusal: String?
    do {
      if !keepsArchives, !keptKeys.contains(key), let color = try value.storedColor() {
        entries.take(
          namespace: namespace, key: key, color.color, note: color.note,
          isConverted: color.isConverted)
        return
      }
    } catch {
      refusal = "archived colour kept as \(value.kind): \(error.reason)"
    }
    do {
      let conversion = try value.conversion(sortsKeys: sortsKeys)
      entries.take(
        namespace: namespace, key: key, conversion.value, note: refusal ?? conversion.note)
    } catch {
      entries.leaveOut(key, error.reason)
    }
  }

  private var refusal: ImportError {
    let domain = "a preferences domain, a dictionary of settings"
    if list.isKeyedArchive {
      return ImportError(
        .notADomain, expected: domain, found: "a keyed archive, which holds one archived object",
        advice: "with --key NAME the file is kept as data under one key")
    }
    return ImportError(
      .notADomain, expected: domain, found: "\(list.kind) at the top",
      advice: "with --key NAME it is imported under one key")
  }
}
