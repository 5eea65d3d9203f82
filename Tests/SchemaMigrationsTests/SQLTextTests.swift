import SQLiteCore
import SchemaMigrations
import Testing

@Suite("The text of a migration")
struct SQLTextTests {
  static let plain = "CREATE TABLE a (b);\nSELECT 'x';\n"

  @Test(
    "has the same checksum however it was checked out",
    arguments: [
      "CREATE TABLE a (b);\r\nSELECT 'x';\r\n",
      "\u{FEFF}CREATE TABLE a (b);\nSELECT 'x';\n",
      "\u{FEFF}CREATE TABLE a (b);\r\nSELECT 'x';\r\n\r\n\r\n",
      "CREATE TABLE a (b);\nSELECT 'x';",
      "CREATE TABLE a (b);  \nSELECT 'x';\t\n \n\n",
    ])
  func same(_ text: String) {
    #expect(SQLText(Array(text.utf8)).checksum == SQLText(Array(Self.plain.utf8)).checksum)
  }

  @Test(
    "has another checksum when it says something else",
    arguments: [
      "CREATE TABLE a (c);\nSELECT 'x';\n", "CREATE TABLE a (b);\n\nSELECT 'x';\n",
      " CREATE TABLE a (b);\nSELECT 'x';\n", "",
    ])
  func other(_ text: String) {
    #expect(SQLText(Array(text.utf8)).checksum != SQLText(Array(Self.plain.utf8)).checksum)
  }

  @Test("runs without mark and CR, and keeps blanks that may stand inside a text")
  func runs() {
    #expect(
      SQLText(Array("\u{FEFF}SELECT 'a  \r\nb';\r\n".utf8)).bytes
        == Array("SELECT 'a  \nb';\n".utf8))
  }

  @Test("keeps a lone carriage return")
  func loneReturn() {
    #expect(SQLText(Array("a\rb".utf8)).bytes == Array("a\rb".utf8))
  }

  @Test(
    "begins after blanks and comments",
    arguments: [
      ("", 0), ("  x", 2), ("-- a\nx", 5), ("-- a", 4), ("/* a */ x", 8), ("/* a", 4), ("/*/ x", 5),
      ("- x", 0), ("/ x", 0), ("/**/x", 4), ("--\r\n--\nx", 7),
    ])
  func blanks(_ text: String, _ end: Int) {
    #expect(SQLBlanks.end(in: Array(text.utf8), from: 0) == end)
  }
}
