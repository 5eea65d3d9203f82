import Testing

@testable import PreferencesImport

@Suite("recognising files by content")
struct FileFormatTests {
  @Test(
    "the content decides",
    arguments: [
      ("", "an empty file"), (" \n", "a file of white space or comments"), ("hello", "plain text"),
      ("bplist00", "a binary property list"),
      ("bplist15", "a binary property list of an unpublished version"),
      ("SQLite format 3\0", "an SQLite database"), ("PK\u{3}\u{4}", "a ZIP archive"),
      ("\u{4}\u{B}streamtyped", "a typedstream, the archive of NSArchiver"),
      ("GVariant\0", "a binary dconf database (make a text of it with dconf dump)"),
      ("a\0b", "binary data"),
      ("<?xml version='1.0'?><plist/>", "an XML document"), ("\n<plist/>", "an XML document"),
      ("{}", "JSON"), (" { } ", "JSON"), ("[]", "JSON"), ("[1, 2]\n", "JSON"),
      ("[true]\n[", "JSON"),
      (#"{"a": 1}"#, "JSON"), (#"{"a\"=": 1}"#, "JSON"), ("{a: 1}", "JSON"), ("\"a\"", "JSON"),
      ("[\n[1]]", "JSON"), ("[1]\n", "JSON"), ("[\"a\"]\nb", "JSON"),
      ("42", "JSON"), ("-1.5e3\n", "JSON"), ("true", "JSON"), ("null", "JSON"),
      ("{ a = b; }", "an old-style (OpenStep) property list; plutil makes XML of it"),
      ("{ \"a\" = 1; }", "an old-style (OpenStep) property list; plutil makes XML of it"),
      ("{a=1;}", "an old-style (OpenStep) property list; plutil makes XML of it"),
      ("(1, 2)", "an old-style (OpenStep) property list; plutil makes XML of it"),
      ("\"a\" = 1;", "an old-style (OpenStep) property list; plutil makes XML of it"),
      ("[/]\na=1\n", "a key file, such as a dconf dump or a desktop entry"),
      ("[Desktop Entry]\nName=x\n", "a key file, such as a dconf dump or a desktop entry"),
      ("[network]\nx=1\n", "a key file, such as a dconf dump or a desktop entry"),
      ("[true north]\nx=1\n", "a key file, such as a dconf dump or a desktop entry"),
      ("// c\n/* d */ {}", "JSON"), ("/* c", "a file of white space or comments"),
      (
        "// !$*UTF8*$!\n{ a = 1; }",
        "an old-style (OpenStep) property list; plutil makes XML of it"
      ),
    ])
  func detection(_ text: String, _ looks: String) {
    #expect(FileFormat.detect(Array(text.utf8)).description == looks)
  }

  @Test("bytes that are no text are binary data")
  func binary() {
    #expect(FileFormat.detect([0xFF, 0xD8, 0xFF, 0xE0]) == .other("binary data"))
    #expect(FileFormat.detect([0xFE, 0xFF, 0, 0x7B, 0, 0x7D]) == .json)
  }
}
