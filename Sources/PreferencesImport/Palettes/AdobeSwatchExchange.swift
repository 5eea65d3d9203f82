import Preferences

/// Adobe Swatch Exchange, version 1: `ASEF`, then blocks of groups and colours, all big-endian.
struct AdobeSwatchExchange {
  static let magic = Array("ASEF".utf8)

  private let options: ImportOptions
  private var palette = Palette(format: "Adobe swatch exchange")
  private var group = ""

  static func read(_ bytes: [UInt8], _ options: ImportOptions) throws(ImportError) -> Palette {
    var swatches = AdobeSwatchExchange(options: options)
    try swatches.read(bytes)
    return swatches.palette
  }

  private init(options: ImportOptions) { self.options = options }

  private mutating func read(_ bytes: [UInt8]) throws(ImportError) {
    var reader = BigEndianReader(bytes[...])
    _ = try reader.take(Self.magic.count, of: "the header")
    let version = try reader.uint16("the version")
    _ = try reader.uint16("the version")
    guard version == 1 else {
      throw ImportError(
        .malformed, at: .byte(4), expected: "version 1", found: "version \(version)")
    }
    let count = try reader.uint32("the number of blocks")
    var number: UInt32 = 0
    while number < count {
      number += 1
      let type = try reader.uint16("block \(number) of \(count)")
      let length = try reader.uint32("block \(number) of \(count)")
      let body = try reader.take(Int(length), of: "block \(number) of \(count)")
      do throws(ImportError) {
        try take(type, BigEndianReader(body))
      } catch {
        palette.leaveOut("block \(number)", error.description)
      }
    }
    if reader.rest > 0 {
      palette.leaveOut("the end", "\(reader.rest) bytes after the last of \(count) blocks")
    }
  }

  private mutating func take(_ type: UInt16, _ body: BigEndianReader) throws(ImportError) {
    var body = body
    switch type {
    case 0xC001: group = try Self.name(&body)
    case 0xC002: group = ""
    case 0x0001:
      let place = body.offset
      let name = try Self.name(&body)
      let model = String(decoding: try body.take(4, of: "a colour model"), as: UTF8.self)
      palette.append(
        Palette.Swatch(
          name: name, group: group, place: name.isEmpty ? "the colour at byte \(place)" : name,
          reading: try reading(model, &body)))
    default:
      throw ImportError(
        .malformed, expected: "a group or a colour",
        found: "a block of type 0x\(String(type, radix: 16, uppercase: true))")
    }
  }

  private static func name(_ body: inout BigEndianReader) throws(ImportError) -> String {
    try body.text(units: Int(try body.uint16("a name")), "a name")
  }

  private func reading(
    _ model: String, _ body: inout BigEndianReader
  ) throws(ImportError) -> SpaceName.Reading {
    func parts(_ count: Int) throws(ImportError) -> [Double] {
      var parts: [Double] = []
      for _ in 0..<count { parts.append(try body.float("a component")) }
      return parts
    }
    switch model {
    case "RGB ": return options.unnamedRGB.color(try parts(3), alpha: 1)
    case "Gray": return options.unnamedGray.color(try parts(1), alpha: 1)
    case "LAB ":
      let lab = try parts(3)
      return .init(.lab(lightness: lab[0] * 100, a: lab[1], b: lab[2]))
    case "CMYK":
      let ink = try parts(4)
      return .init(.cmyk(cyan: ink[0], magenta: ink[1], yellow: ink[2], black: ink[3]))
    default:
      throw ImportError(
        .malformed, expected: "the model RGB, CMYK, LAB or Gray", found: model.quotedForMessage)
    }
  }
}
