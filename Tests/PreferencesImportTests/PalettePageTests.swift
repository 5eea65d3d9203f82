import Foundation
import Preferences
import Testing

@testable import PreferencesImport

@Suite("the page of a palette")
struct PalettePageTests {
  private static let p3 = PreferenceColor(.displayP3, red: 0.2, green: 0.7, blue: 0.9)

  private static func row(
    _ key: String, _ value: StoredValue?, in namespace: String = "Brand"
  ) throws -> ExportedPreference {
    ExportedPreference(
      name: try PreferenceName(namespace: namespace, key: key), value: try #require(value),
      createdAt: 0, updatedAt: 0)
  }

  private static func row(
    _ key: String, _ color: AdaptiveColor, in namespace: String = "Brand"
  ) throws -> ExportedPreference {
    try row(key, StoredValue(color: color), in: namespace)
  }

  private static func sample() throws -> [ExportedPreference] {
    try [
      row("accent", AdaptiveColor(PreferenceColor(hex: "#3366CC"))),
      row(
        "card",
        AdaptiveColor(
          any: PreferenceColor(hex: "#F2E6D9"), dark: PreferenceColor(hex: "#402A1A"),
          lightHigh: PreferenceColor(hex: "#FFFFF0"), darkHigh: PreferenceColor(hex: "#100800"))),
      row("ocean", AdaptiveColor(p3)),
      row("veil", AdaptiveColor(PreferenceColor(hex: "#CC000080"))),
      row("link", AdaptiveColor(ColorReference("Brand.accent"))),
      row("label", AdaptiveColor(ColorReference("labelColor", platform: "ios"))),
      row("name", .text("not a colour")),
      row("Warm <& \"old\">", AdaptiveColor(PreferenceColor(hex: "#B3541E")), in: "Moods"),
      row("broken", StoredValue(type: .colorBlob, storage: .blob([0xFF])), in: "Moods"),
    ]
  }

  private static func page(_ rows: [ExportedPreference], title: String = "Colours") -> String {
    String(decoding: PreferencesExporter.html(rows, title: title), as: UTF8.self)
  }

  private static func cards(_ page: String) -> [String] {
    Array(page.components(separatedBy: "<li>")[1...])
  }

  @Test("one page for itself, with each colour in light and dark, names and values")
  func structure() throws {
    let page = try Self.page(Self.sample())
    #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"en\">\n"))
    #expect(page.contains("<meta name=\"color-scheme\" content=\"light dark\">"))
    #expect(page.contains("<p>8 colours. 1 other preference is not shown.</p>"))
    for outside in ["http", "src=", "href=", "url(", "@import", "<script"] {
      #expect(!page.contains(outside), "\(outside)")
    }
    let cards = Self.cards(page)
    #expect(cards.count == 8)
    let counts = cards.map { $0.components(separatedBy: "class=\"panel").count - 1 }
    #expect(counts == [2, 4, 2, 2, 2, 2, 2, 0])
    #expect(cards[1].contains("Dark, high contrast") && cards[1].contains("<code>#100800</code>"))
    #expect(cards[7].contains("cannot read"))
    #expect(
      try #require(page.range(of: "<h2>Brand</h2>")).lowerBound
        < #require(page.range(of: "<h2>Moods</h2>")).lowerBound)
  }

  @Test("a colour beyond sRGB comes with one that every browser knows")
  func displayP3() throws {
    let page = try Self.page([Self.row("ocean", AdaptiveColor(Self.p3))])
    #expect(
      page.contains("background:\(Self.p3.hex);background:color(display-p3 0.2 0.7 0.9)\""))
    #expect(page.contains("<code>color(display-p3 0.2 0.7 0.9)</code>"))
    #expect(page.contains("in sRGB <code>\(Self.p3.hex)</code>"))
    let plain = try Self.page([Self.row("red", AdaptiveColor(.red))])
    #expect(plain.contains("background:#FF0000\"") && !plain.contains("in sRGB"))
  }

  @Test("a reference is followed through the rows, then to what it stood for, and never for ever")
  func references() throws {
    let page = try Self.page([
      Self.row("accent", AdaptiveColor(any: .red, dark: .blue)),
      Self.row(
        "link", AdaptiveColor(ColorReference("Brand.accent", fallback: AdaptiveColor(.green)))),
      Self.row("gone", AdaptiveColor(ColorReference("Brand.old", fallback: AdaptiveColor(.green)))),
      Self.row("system", AdaptiveColor(ColorReference("Brand.accent", platform: "ios"))),
      Self.row("circle", AdaptiveColor(ColorReference("Brand.circle"))),
    ])
    let cards = Self.cards(page)
    let (circle, gone, link, system) = (cards[1], cards[2], cards[3], cards[4])
    #expect(link.contains("→ Brand.accent</p>"))
    #expect(link.contains("background:#FF0000") && link.contains("background:#0000FF"))
    #expect(gone.contains("→ Brand.old</p>") && gone.contains("background:#00FF00"))
    #expect(system.contains("→ Brand.accent of ios") && system.contains("No such colour here"))
    #expect(circle.contains("No such colour here") && !circle.contains("background:"))
  }

  @Test(
    "the text on a swatch is the better of black and white, with its ratio cut to two decimals",
    arguments: [
      ("#FFFFFF", "#000000", "21.00:1 AAA"), ("#777777", "#000000", "4.68:1 AA"),
      ("#767676", "#000000", "4.62:1 AA"), ("#757575", "#FFFFFF", "4.60:1 AA"),
      ("#0000FF", "#FFFFFF", "8.59:1 AAA"), ("#595959", "#FFFFFF", "7.00:1 AAA"),
      ("#FF0000", "#000000", "5.25:1 AA"),
    ])
  func contrast(hex: String, label: String, ratio: String) throws {
    let page = try Self.page([Self.row("x", AdaptiveColor(PreferenceColor(hex: hex)))])
    #expect(page.contains("style=\"color:\(label);background:\(hex)\""))
    #expect(page.contains(">\(ratio)<"), "\(page)")
  }

  @Test("a translucent colour is judged over the surface of its appearance")
  func translucent() throws {
    let page = try Self.page([Self.row("x", AdaptiveColor(.clear))])
    #expect(page.contains("color:#000000;background:#00000000\""))
    #expect(page.contains("color:#FFFFFF;background:#00000000\""))
    #expect(page.contains("21.00:1 AAA") && page.contains("17.01:1 AAA"))
  }

  @Test("no text can become a tag or leave its place")
  func escaping() throws {
    let hostile = "</title><script>alert('1')</script>&\"\u{7}"
    let name = "a<b>&\"c'"
    let page = try Self.page(
      [
        Self.row(name, AdaptiveColor(.red), in: "<i>"),
        Self.row("r", AdaptiveColor(ColorReference("<u>\u{1}", platform: "\"><b>"))),
      ], title: hostile)
    #expect(page.contains("<h3>a&lt;b&gt;&amp;&quot;c&#39;</h3>"))
    #expect(
      page.contains(
        "<h1>&lt;/title&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;&quot;\\u{7}</h1>"))
    for tag in ["<script", "<i>", "<u>", "<b>", "\u{7}", "\u{1}"] {
      #expect(!page.contains(tag), "\(tag)")
    }
  }

  @Test("components without an end, and names that Swift holds for equal, are shown")
  func oddRows() throws {
    let infinite = StoredValue.Storage.components(
      red: .infinity, green: 0, blue: -.infinity, alpha: 1)
    let page = try Self.page([
      Self.row("infinite", StoredValue(type: .color, storage: infinite)),
      Self.row("accent", AdaptiveColor(.red)), Self.row("accent", AdaptiveColor(.blue)),
    ])
    #expect(page.contains("<h3>infinite</h3>") && page.contains("#FF0000"))
    #expect(Self.page([]).contains("<p>0 colours.</p>"))
  }

  @Test(
    "a browser shows the colours", .enabled(if: Browser.executable != nil, "no Chromium here"))
  func rendering() throws {
    let page = PreferencesExporter.html(try Self.sample(), title: "Colours")
    let colors = try Browser.colors(ofPage: page, width: 1200, height: 1400)
    let areas = colors.map { (color: try? PreferenceColor(hex: $0.key), pixels: $0.value) }
    func area(_ hex: String) throws -> Int {
      let wanted = try PreferenceColor(hex: hex)
      return areas.filter { $0.color?.isVisuallyEqual(to: wanted, tolerance: 1.5 / 255) == true }
        .map(\.pixels).reduce(0, +)
    }
    // #CC000080 is #E57F7F on white and #740E0F on #1C1C1E.
    for shown in [
      "#3366CC", "#F2E6D9", "#402A1A", "#FFFFF0", "#100800", Self.p3.hex, "#E57F7F", "#740E0F",
      "#B3541E",
    ] {
      #expect(try area(shown) > 10_000, "\(shown)")
    }
    #expect(try area("#3366CC") > area("#B3541E") * 3 / 2, "accent, and the link to it")
    #expect(try area("#00FF80") == 0)
  }
}
