import Preferences
import Testing

@testable import prefs

@Suite("colours on the command line")
struct PaletteTests {
  private func filled() throws -> Sandbox {
    let box = try Sandbox()
    _ = try box.prefs("set", "Brand.orange", "#FF8800", "Brand.p3", "color(display-p3 1 0.3 0.7)")
    _ = try box.prefs(
      "set", "-t", "color", "Brand.card",
      #"{"any":{"red":1,"green":1,"blue":1},"dark":{"red":0,"green":0,"blue":0}}"#)
    return box
  }

  @Test("every form of a colour is set, shown and read back")
  func forms() throws {
    let box = try filled()
    for name in ["Brand.orange", "Brand.p3", "Brand.card"] {
      let value = try box.prefs("get", name).output.dropLast()
      #expect(try box.prefs("set", "-t", "color", "Copy.x", String(value)).code == 0)
      #expect(try box.prefs("get", "Copy.x").output.dropLast() == value)
      let types = try box.sqlite(
        "SELECT DISTINCT type, value, red FROM preference WHERE key IN ('x', '\(name.split(separator: ".")[1])')"
      )
      #expect(types.output.split(separator: "\n").count == 1)
    }
    #expect(try box.prefs("get", "Brand.p3").output == "color(display-p3 1 0.3 0.7)\n")
    #expect(
      try box.sqlite("SELECT value FROM settings WHERE name = 'Brand.p3'").output
        == "color(display-p3 1.0 0.3 0.7 / 1.0)\n")
    let run = try box.prefs("set", "Brand.orange", "#FF88")
    #expect(run.code == 0)
    #expect(try box.prefs("get", "Brand.orange").output == "#FFFF8888\n")
    let refused = try box.prefs("set", "Brand.orange", "color(rec2020 1 0 0)")
    #expect(refused.code == 65)
    #expect(try box.prefs("get", "Brand.orange").output == "#FFFF8888\n")
  }

  @Test("show lists colours alone, with both sides of those that differ")
  func show() throws {
    let box = try filled()
    _ = try box.prefs("set", "Brand.count", "3")
    #expect(
      try box.prefs("palette", "show", "Brand").output == """
        Brand.card    #FFFFFF, dark #000000
        Brand.orange  #FF8800
        Brand.p3      color(display-p3 1 0.3 0.7)

        """)
    #expect(try box.prefs("palette", "show", "--json").output.contains(#""key":"card""#))
    let depth = ColorDepth.trueColor
    let mark = depth.swatch(AdaptiveColor(any: .white, dark: .black))
    #expect(mark?.columns == 4)
    #expect(mark?.text.contains("255;255;255m  \u{1b}[0m\u{1b}[48;2;0;0;0m") == true)
    #expect(depth.swatch(AdaptiveColor(.red))?.columns == 2)
    #expect(ColorDepth.none.swatch(AdaptiveColor(.red)) == nil)
    #expect(depth.swatch(AdaptiveColor(ColorReference("labelColor", platform: "ios"))) == nil)
  }

  @Test("a preference follows a named colour and is found by it")
  func follow() throws {
    let box = try filled()
    #expect(try box.prefs("palette", "follow", "Settings.accent", "Brand.orange").code == 0)
    #expect(try box.prefs("get", "Settings.accent").output == "#FF8800\n")
    _ = try box.prefs("set", "Brand.orange", "#112233")
    #expect(try box.prefs("get", "Settings.accent").output == "#112233\n")
    #expect(try box.prefs("list", "Settings").output.hasSuffix("Brand.orange = #112233\n"))
    #expect(try box.prefs("describe", "Settings.accent").output.contains("refers to  Brand.orange"))
    #expect(try box.prefs("palette", "uses", "Brand.orange").output == "Settings.accent\n")
    #expect(
      try box.prefs("palette", "uses", "#112233").output == "Brand.orange\nSettings.accent\n")
    #expect(try box.prefs("palette", "uses", "#FF8800").code == 1)
    #expect(try box.prefs("palette", "uses", "nothing").code == 65)
    #expect(try box.prefs("palette", "uses", "Brand.p3", "--json").output == "[]\n")
    #expect(try box.prefs("palette", "follow", "Brand.orange", "Settings.accent").code == 65)
    #expect(try box.prefs("palette", "follow", "Settings.accent", "Brand.none").code == 1)
    #expect(try box.prefs("get", "Settings.accent").output == "#112233\n")
  }

  @Test("numbers are joined into a colour, whole or not at all")
  func join() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "S.Color1R", "1", "S.Color1G", "0.5")
    #expect(try box.prefs("palette", "join", "S.Color1").code == 1)
    _ = try box.prefs("set", "S.Color1B", "0", "S.Color1A", "0.5")
    #expect(try box.prefs("palette", "join", "S.Color1").code == 0)
    #expect(try box.prefs("list").output == "S.Color1  color  #FF800080\n")
    _ = try box.prefs("set", "S.cR", "255", "S.cG", "128", "S.cB", "0")
    #expect(try box.prefs("palette", "join", "S.c", "--bytes").code == 0)
    #expect(try box.prefs("get", "S.c").output == "#FF8000\n")
  }

  @Test("numbers that are no colour on the scale are not joined, and stay")
  func joinBeyond() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "S.cR", "255", "S.cG", "128", "S.cB", "0")
    let run = try box.prefs("palette", "join", "S.c")
    #expect(run.code == 65 && run.diagnostics.contains("--bytes"))
    _ = try box.prefs("set", "S.cR", "256")
    #expect(try box.prefs("palette", "join", "S.c", "--bytes").code == 65)
    #expect(try box.prefs("list", "--names").output == "S.cB\nS.cG\nS.cR\n")
  }

  @Test("what is no colour is not replaced by following one")
  func followKeeps() throws {
    let box = try filled()
    _ = try box.prefs("set", "Settings.size", "3")
    let run = try box.prefs("palette", "follow", "Settings.size", "Brand.orange")
    #expect(run.code == 1 && run.diagnostics.contains("Settings.size is set to int"))
    #expect(try box.prefs("get", "Settings.size").output == "3\n")
  }

  @Test("a store is not created to follow or join nothing")
  func noStore() throws {
    let box = try Sandbox()
    #expect(try box.prefs("palette", "follow", "a.b", "c.d").code == 1)
    #expect(try box.prefs("palette", "join", "a.b").code == 1)
    #expect(box.files == [])
  }

  @Test(
    "a colour that cannot be read is not taken for a name",
    arguments: ["#12345", "color(srgb 1 0.5)", "rgb(1.5 2)"])
  func usesOfNothing(text: String) throws {
    let run = try filled().prefs("palette", "uses", text)
    #expect(run.code == 65)
    #expect(run.diagnostics.contains("'\(text)' is no colour"))
  }

  @Test("a page of a palette holds its colours, also those that follow others")
  func page() throws {
    let box = try filled()
    _ = try box.prefs("palette", "follow", "Brand.accent", "Brand.orange")
    let page = try box.prefs("palette", "export", "Brand", "--html", "--title", "A < B").output
    for text in ["A &lt; B", "#FF8800", "color(display-p3 1 0.3 0.7)", "accent", "Light", "Dark"] {
      #expect(page.contains(text), "\(text)")
    }
    #expect(!page.contains("A < B") && !page.contains("<script"))
    let file = try box.prefs("palette", "export", "-o", box.path("page.html"))
    #expect(file.code == 0 && file.output.isEmpty)
    #expect(file.diagnostics.contains("4 colours"))
    #expect(try box.prefs("palette", "export", "-o", box.store).code == 73)
  }
}
