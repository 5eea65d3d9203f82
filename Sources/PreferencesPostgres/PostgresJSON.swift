internal import Preferences
internal import PreferencesSync

/// Edits and receipts as the server's function takes and gives them.
enum PostgresJSON {
  static func text(_ edits: [SyncEdit]) throws(SyncError) -> String {
    let list = edits.map { edit -> JSONValue in
      var object: JSONValue = [
        "number": JSONValue(edit.number), "namespace": .string(edit.name.namespace),
        "key": .string(edit.name.key), "device": .string(edit.version.device),
        "version": JSONValue(edit.version.number), "edited": JSONValue(edit.edited),
        "previous": .string(edit.previousHash), "hash": .string(edit.hash),
        "large": .bool(edit.isTooLarge),
      ]
      if let base = edit.base {
        object["base_device"] = .string(base.device)
        object["base"] = JSONValue(base.number)
      }
      if let value = edit.value {
        object["type"] = .string(value.type)
        object["value"] = .string(base64(value.bytes))
      }
      return object
    }
    do { return try JSONValue.array(list).text() } catch {
      throw .invalidRequest("an edit cannot be sent: \(error)")
    }
  }

  /// - Returns: the receipt, and whether there is another device to be told.
  static func receipt(
    _ text: String
  ) throws(SyncError) -> (receipt: SyncReceipt, hasOthers: Bool) {
    guard let value = try? JSONValue(parsing: text), let last = value["last"]?.int64 else {
      throw .invalidAnswer("push")
    }
    var receipt = SyncReceipt(lastNumber: last)
    if let stop = value["stop"]?.string {
      guard let known = SyncReceipt.Stop(rawValue: stop) else {
        throw .invalidAnswer("push: \(stop)")
      }
      receipt.stop = known
    }
    if let refused = value["refused"]?.object {
      for (number, reason) in refused {
        guard let number = Int64(number) else { continue }
        receipt.refused[number] = reason.string ?? ""
      }
    }
    return (receipt, value["others"]?.bool ?? false)
  }

  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// RFC 4648, section 4.
  static func base64(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      bits <<= UInt32(3 - group.count) * 8
      for place in 0..<4 {
        text.append(
          place <= group.count
            ? digits[Int(bits >> UInt32(18 - 6 * place)) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
