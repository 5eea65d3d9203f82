import Foundation
import Testing

@testable import prefs

@Suite("--defaults of get, list and describe")
struct DefaultsTests {
  private static let real = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "../shared/data/real").standardizedFileURL.path
  private static let hasReal = FileManager.default.fileExists(atPath: real)
  private static let bundle = real + "/plist/settings-bundle-stream.plist"

  private static let schema = """
    <schemalist><enum id='e'><value nick='red' value='0'/><value nick='blue' value='1'/></enum>
    <schema id='org.a'><key name='k' type='i'><range min='0' max='9'/><default>4</default>
    <summary>A number</summary></key><key name='c' enum='e'><default>'red'</default></key></schema>
    <schema id='org.b'><key name='k' type='s'><default>'b'</default></key></schema></schemalist>
    """

  private func box(schema: String = schema) throws -> (Sandbox, String) {
    let box = try Sandbox()
    try schema.write(toFile: box.path("s.xml"), atomically: true, encoding: .utf8)
    return (box, box.path("s.xml"))
  }

  @Test(
    "a toggle that nobody has touched is true, from its default, and the database has no row",
    .enabled(if: hasReal))
  func untouched() throws {
    let box = try Sandbox()
    let run = try box.prefs("get", "App.optimizeGames", "--defaults", Self.bundle)
    #expect(run.code == 0)
    #expect(run.output == "true\n")
    #expect(run.diagnostics == "prefs: App.optimizeGames is not set; this is its default\n")
    #expect(box.files == [])

    _ = try box.prefs("set", "App.framerate", "--type", "text", "30")
    #expect(
      try box.prefs("get", "App.optimizeGames", "--json", "--defaults", Self.bundle).output
        == #"{"namespace":"App","key":"optimizeGames","type":"bool","value":true,"source":"default"}"#
        + "\n")
    let stored = try box.prefs("get", "App.framerate", "--json", "--defaults", Self.bundle).output
    #expect(stored.hasSuffix("\"source\":\"stored\"}\n"))
    #expect(try !box.prefs("get", "App.framerate", "--json").output.contains("source"))
    _ = try box.prefs("list", "App", "--defaults", Self.bundle)
    _ = try box.prefs("describe", "App.bitrate", "--defaults", Self.bundle)
    #expect(try box.sqlite("SELECT key FROM preference").output == "framerate\n")
    #expect(try box.sqlite("SELECT count(*) FROM preference_change").output == "1\n")
  }

  @Test("a list tells what is stored and what is a default", .enabled(if: hasReal))
  func list() throws {
    let box = try Sandbox()
    _ = try box.prefs("set", "App.framerate", "--type", "text", "30", "App.own", "1")
    let run = try box.prefs("list", "App", "--defaults", Self.bundle)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 14)
    #expect(lines.contains("App.framerate            text  stored   30"))
    #expect(lines.contains("App.bitrate              text  default  20000"))
    #expect(lines.contains("App.optimizeGames        bool  default  true"))
    #expect(lines.contains { $0.hasPrefix("App.own ") && $0.contains(" stored ") })
    #expect(lines == lines.sorted())
    let json = try box.prefs("list", "App", "--json", "--defaults", Self.bundle).output
    #expect(json.components(separatedBy: #""source":"default""#).count == 13)
    #expect(
      try box.prefs("list", "App", "--names", "--defaults", Self.bundle).output
        .hasPrefix("App.audioConfig\nApp.audioOnPC\n"))
    let unnamed = try box.prefs("list", "--defaults", Self.bundle)
    #expect(unnamed.code == 64)
    #expect(unnamed.diagnostics.contains("needs a NAMESPACE, since the file names none"))
  }

  @Test("a schema's own namespaces tell its keys apart")
  func schema() throws {
    let (box, path) = try box()
    #expect(try box.prefs("get", "org.a.k", "--defaults", path).output == "4\n")
    #expect(try box.prefs("get", "Desktop.org.b.k", "--defaults", path).output == "b\n")
    #expect(try box.prefs("get", "Any.c", "--defaults", path).output == "red\n")
    let unknown = try box.prefs("get", "Any.k", "--defaults", path)
    #expect(unknown.code == 1)
    #expect(unknown.diagnostics == "prefs: Any.k is not set and has no default\n")
    #expect(
      try box.prefs("list", "--defaults", path).output == """
        org.a.c  text  default  red
        org.a.k  int   default  4
        org.b.k  text  default  b

        """)
    #expect(
      try box.prefs("list", "X.org.b", "--defaults", path, "--long").output
        == "X.org.b.k  text  default    b\n")
    #expect(box.files == ["s.xml"])
  }

  @Test("describe tells what is declared, for what is set and for what is not")
  func describe() throws {
    let (box, path) = try box()
    #expect(
      try box.prefs("describe", "org.a.k", "--defaults", path).output == """
        name     org.a.k
        type     int (a whole number)
        value    4
        source   default
        default  4
        title    A number
        range    0…9

        """)
    _ = try box.prefs("set", "org.a.c", "blue")
    let set = try box.prefs("describe", "org.a.c", "--defaults", path).output
    #expect(set.contains("\nvalue    blue\n"))
    #expect(set.contains("\nsource   stored\n"))
    #expect(set.contains("\ndefault  \"red\"\n"))
    #expect(set.contains("\nchoices  one of \"red\" | \"blue\"\n"))
    #expect(
      try box.prefs("describe", "org.a.k", "--defaults", path, "--json").output
        .contains(
          #""source":"default","declared":{"namespace":"org.a","key":"k","title":"A number""#))
    #expect(try box.prefs("describe", "org.a.x", "--defaults", path).code == 1)
  }

  @Test("a file of values, and none at all, are no declarations")
  func wrongFile() throws {
    let (box, path) = try box(schema: #"{"a": 1}"#)
    let run = try box.prefs("get", "A.a", "--defaults", path)
    #expect(run.code == 65)
    #expect(
      run.diagnostics
        == "prefs: \(path): expected a settings bundle or a GSettings schema, which declare "
        + "settings, found values (JSON)\n")
    #expect(try box.prefs("get", "A.a", "--defaults", "/nowhere").code == 66)
  }
}
