import Preferences
import PreferencesImport

extension Invocation {
  /// Writes the colours of one namespace, and tells what of it the format does not say.
  ///
  /// - Returns: ``ExitCode/no`` when a colour had to be left out.
  func exportColors(as format: ColorExport.Format, to path: String?) throws -> ExitCode {
    // All of them, so that references into other namespaces are followed.
    let rows = try rows(in: nil).map(\.exported)
    let namespace = try oneNamespace(of: rows, for: "such a file")
    let export = ColorExport(rows, namespace: namespace, as: format)
    let isNothing = !rows.contains { $0.name.namespace == namespace }
    if !rows.isEmpty, isNothing { console.note("no preference in \(namespace.shown)") }
    try refuseNothing(isNothing, to: path)
    let count = rows.count { $0.name.namespace == namespace } - export.missing.count
    if format == .colorSet {
      guard let path else {
        throw mistake("an asset catalogue is a folder: name it, --output NAME.xcassets")
      }
      try write(export, to: path, "\(count) colours")
    } else {
      try write(export.files.flatMap(\.bytes), to: path, "\(count) colours")
    }
    for remark in export.remarks {
      console.note(
        "\(remark.name.shown)\(remark.kind == .changed ? "" : " left out"): "
          + remark.text.escapedForTerminal)
    }
    return export.remarks.contains { $0.kind == .leftOut } ? .no : .done
  }

  /// Writes an asset catalogue, or one set of it.
  private func write(_ export: ColorExport, to path: String, _ what: String) throws(Failure) {
    let files: [(path: String, bytes: [UInt8])]
    let folder = CatalogPath(path)
    if let key = folder.colorSet {
      let prefix = "\(key).colorset/"
      files = export.files.filter { $0.path.hasPrefix(prefix) }
        .map { (String($0.path.dropFirst(prefix.count)), $0.bytes) }
      guard !files.isEmpty else {
        throw Failure(.badData, "\(path.shown): there is no colour of the name '\(key.shown)'")
      }
    } else {
      files = export.files.map { ($0.path, $0.bytes) }
    }
    try File.writeFolder(files, to: path)
    console.note("\(path.shown): \(folder.colorSet == nil ? what : "1 colour")")
  }
}

extension ColorExport {
  /// The rows that are in no file.
  fileprivate var missing: [Remark] { remarks.filter { $0.kind != .changed } }
}
