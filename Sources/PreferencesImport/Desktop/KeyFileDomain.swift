import Preferences

/// The entries of a key file as preferences.
///
/// Their namespace is the caller's and, after dots, the parts of the group, so that `--into
/// org.gnome.terminal` completes a dump that was made below a directory: `palette` in
/// `[legacy/profiles:/:b1dc…]` is `org.gnome.terminal.legacy.profiles:.:b1dc….palette`.
struct KeyFileDomain {
  private let file: KeyFile
  private let options: ImportOptions
  /// Each value read as GVariant.
  private let values: [Result<PropertyList.Conversion, PropertyList.Unsayable>]
  /// Whether the values are meant to be GVariant text: more of them are quoted or typed, as it has
  /// them, than cannot be read so.
  private let isDump: Bool

  init(_ file: KeyFile, _ options: ImportOptions) {
    self.file = file
    self.options = options
    values = file.entries.map { entry in
      Result { () throws(PropertyList.Unsayable) in try GVariantText.read(entry.value) }
    }
    var balance = 0
    var isTyped = false
    for (entry, value) in zip(file.entries, values) where !entry.value.isEmpty {
      guard case .success = value else { balance -= 1; continue }
      guard Self.looksTyped(entry.value) else { continue }
      balance += 1
      isTyped = true
    }
    isDump = isTyped && balance >= 0
  }

  func entries() -> ImportResult {
    var collector = EntryCollector(format: isDump ? "dconf dump" : "key file")
    for (entry, value) in zip(file.entries, values) {
      let parts = [options.namespace] + entry.group.split(separator: "/").map(String.init)
      let namespace = parts.joined(separator: ".")
      guard isDump else {
        take(plain: entry, namespace: namespace, into: &collector)
        continue
      }
      switch value {
      case .success(let conversion):
        if case .text(let text) = conversion.value.storage, conversion.value.type == .text,
          let color = DesktopColor(text, isNamed: Self.speaksOfColor(entry), options)
        {
          collector.take(namespace: namespace, entry, color)
        } else {
          collector.take(
            namespace: namespace, key: entry.key, conversion.value, note: conversion.note,
            path: entry.path)
        }
      case .failure(let problem):
        collector.take(
          namespace: namespace, key: entry.key, .text(entry.value),
          note: "kept as text: \(problem.reason)", path: entry.path)
      }
    }
    for (entry, line) in file.replaced {
      collector.leaveOut(entry.path, "line \(line) sets it again")
    }
    return collector.result
  }

  /// A value that is not GVariant text: a Boolean, a number, a colour, a list, else text.
  private func take(
    plain entry: KeyFile.Entry, namespace: String, into collector: inout EntryCollector
  ) {
    let isNamed = Self.speaksOfColor(entry)
    if let color = DesktopColor(entry.value, isNamed: isNamed, options)
      ?? (isNamed ? DesktopColor(bytes: entry.value, options) : nil)
    {
      return collector.take(namespace: namespace, entry, color)
    }
    let list = Self.list(entry.value)
    collector.take(
      namespace: namespace, key: entry.key, list ?? Self.scalar(entry.value),
      note: list == nil ? nil : "a list with semicolons as JSON", path: entry.path)
  }

  private static func scalar(_ text: String) -> StoredValue {
    if text == "true" || text == "false" { return .bool(text == "true") }
    guard let number = JSONNumber(text) else { return .text(text) }
    let isReal = text.utf8.contains { ".eE".utf8.contains($0) }
    let value = isReal ? number.double.map(StoredValue.real) : Int64(text).map(StoredValue.int)
    return value ?? .text(text)
  }

  /// `a;b;c`, with `\;` for a semicolon inside; nil where one is followed by a blank, as in prose.
  private static func list(_ text: String) -> StoredValue? {
    guard text.utf8.contains(UInt8(ascii: ";")) else { return nil }
    var elements: [JSONValue] = []
    var element: [UInt8] = []
    var isEscaped = false
    var previous: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: ";"), !isEscaped {
        elements.append(.string(String(decoding: element, as: UTF8.self)))
        element = []
      } else {
        if byte == UInt8(ascii: " "), previous == UInt8(ascii: ";"), element.isEmpty { return nil }
        if byte == UInt8(ascii: ";"), isEscaped { element.removeLast() }
        element.append(byte)
      }
      isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
      previous = byte
    }
    guard !elements.isEmpty else { return nil }
    // A semicolon at the end ends the last element.
    if !element.isEmpty { elements.append(.string(String(decoding: element, as: UTF8.self))) }
    return .json(JSONValue.array(elements).description)
  }

  /// Whether a text starts as only values of GVariant's format do.
  private static func looksTyped(_ text: String) -> Bool {
    guard let first = text.utf8.first else { return false }
    if "'\"[({<@".utf8.contains(first) || text.hasPrefix("b'") { return true }
    let word = text.prefix { $0 != " " }
    return GVariantInteger(rawValue: String(word)) != nil
      || ["boolean", "double", "string", "objectpath", "signature"].contains(word)
  }

  /// Whether key or group say that the value is a colour.
  private static func speaksOfColor(_ entry: KeyFile.Entry) -> Bool {
    let group = entry.group.split(separator: "/").last ?? ""
    return [String(group), entry.key].contains { name in
      let name = name.lowercased()
      return name.contains("color") || name.contains("colour")
    }
  }
}

extension EntryCollector {
  fileprivate mutating func take(
    namespace: String, _ entry: KeyFile.Entry, _ color: DesktopColor
  ) {
    take(
      namespace: namespace, key: entry.key, AdaptiveColor(color.color), note: color.note,
      isConverted: color.isConverted, path: entry.path)
  }
}
