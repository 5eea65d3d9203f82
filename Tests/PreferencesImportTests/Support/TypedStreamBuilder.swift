/// Puts typedstreams together, wrong ones included, in either byte order.
struct TypedStreamBuilder {
  var isBigEndian = false
  private(set) var bytes: [UInt8]
  private var texts: [String] = []

  init(isBigEndian: Bool = false) {
    self.isBigEndian = isBigEndian
    bytes = [4, 11] + Array((isBigEndian ? "typedstream" : "streamtyped").utf8)
    integer(1000)
  }

  private mutating func ordered(_ digits: [UInt8]) {
    bytes += isBigEndian ? digits : digits.reversed()
  }

  mutating func raw(_ more: UInt8...) { bytes += more }

  mutating func integer(_ value: Int) {
    if (-110..<128).contains(value) {
      bytes.append(UInt8(truncatingIfNeeded: value))
    } else {
      bytes.append(0x82)
      ordered([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) })
    }
  }

  mutating func float(_ value: Float) {
    bytes.append(0x83)
    ordered([24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value.bitPattern >> $0) })
  }

  /// A text in full at its first use, then by its number.
  mutating func text(_ text: String) {
    if let index = texts.firstIndex(of: text) {
      integer(index - 110)
    } else {
      texts.append(text)
      bytes.append(0x84)
      integer(text.utf8.count)
      bytes += text.utf8
    }
  }

  /// A new object of a new class, up to its values.
  mutating func begin(_ className: String) {
    raw(0x84, 0x84)
    text(className)
    raw(0, 0x85)
  }

  mutating func end() { raw(0x86) }

  mutating func string(_ content: String) {
    begin("NSString")
    text("+")
    integer(content.utf8.count)
    bytes += content.utf8
    end()
  }

  mutating func color(_ kind: UInt8, _ numbers: [Float]) {
    begin("NSColor")
    text("c")
    raw(kind)
    text(String(repeating: "f", count: numbers.count))
    numbers.forEach { float($0) }
    end()
  }

  /// The start of a list of so many colours.
  mutating func beginList(_ count: Int) {
    text("i")
    integer(1)
    text("@i")
    raw(0x85)
    integer(count)
  }
}
