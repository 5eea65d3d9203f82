import Preferences

/// Goes through the folders of an asset catalogue and takes its colour sets.
struct CatalogWalk {
  /// How deep folders are looked into.
  static let maximumDepth = 32
  /// How many names are looked at in all.
  static let maximumCount = 20_000

  private let options: ImportOptions
  private var entries: EntryCollector
  private var others: [String: Int] = [:]
  private var count = 0

  init(_ options: ImportOptions, format: String) {
    self.options = options
    entries = EntryCollector(format: format)
  }

  /// What was taken so far, and a line for each other kind of asset.
  var result: ImportResult {
    var entries = entries
    for (kind, count) in others.sorted(by: { $0.key < $1.key }) {
      entries.leaveOut(kind, "\(count) of this kind; only colour sets are taken")
    }
    return entries.result
  }

  /// Takes the colour sets in a folder and below, ordered by their paths.
  ///
  /// - Throws: ``ImportError/Kind/tooLarge``; trouble with one folder is told in the report.
  mutating func walk(
    _ folder: Folder, path: String = "", prefix: String = "", depth: Int = 0
  ) throws(ImportError) {
    var prefix = prefix
    do throws(ImportError) {
      if !folder.name.hasSuffix(".xcassets"), try folder.providesNamespace {
        prefix += folder.name + "/"
      }
    } catch {
      leaveOut(path, Folder.contents, error, then: "its names are not prefixed")
    }
    let names: [String]
    do throws(ImportError) {
      names = try folder.names(limit: Self.maximumCount - count)
    } catch {
      guard error.kind != .tooLarge else { throw error }
      return leaveOut(path, "", error)
    }
    count += names.count
    for name in names {
      let inner = path.isEmpty ? name : "\(path)/\(name)"
      let child = folder.appending(name)
      switch (child.type, AssetKind(name)) {
      case (.folder, .colorSet): take(child, key: prefix + child.stem, path: inner)
      case (.folder, .other(let kind)): others[kind, default: 0] += 1
      case (.folder, nil):
        guard depth < Self.maximumDepth else {
          entries.leaveOut(inner, "more than \(Self.maximumDepth) folders deep")
          continue
        }
        try walk(child, path: inner, prefix: prefix, depth: depth + 1)
      case (.link, _): entries.leaveOut(inner, "a symbolic link, which is not followed")
      case (.other, _): break
      }
    }
  }

  /// Takes the colour of one set.
  mutating func take(_ folder: Folder, key: String, path: String? = nil) {
    do throws(ImportError) {
      let set = try ColorSet(try folder.json(), options)
      entries.take(set, namespace: options.namespace, key: key, path: path)
    } catch {
      leaveOut(path ?? "", path == nil ? Folder.contents : "", error)
    }
  }

  private mutating func leaveOut(
    _ path: String, _ name: String, _ error: ImportError, then: String? = nil
  ) {
    let path = [path, name].filter { !$0.isEmpty }.joined(separator: "/")
    entries.leaveOut(path, error.naming(nil).description + (then.map { "; \($0)" } ?? ""))
  }
}
