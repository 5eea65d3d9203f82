import Foundation
import Preferences
import Testing

@Suite("JSON that does not fit a type")
struct JSONDecodingErrorTests {
  func message<V: Decodable>(_ type: V.Type, _ text: String) throws -> String? {
    let tree = try JSONValue(parsing: text)
    do throws(JSONCodingError) {
      _ = try JSONCoding.decode(type, from: tree)
      return nil
    } catch { return error.description }
  }

  struct Outer: Codable { var window: Inner }
  struct Inner: Codable { var frame: Size; var days: [Weekday]? }
  struct Size: Codable { var width: Double }

  @Test(
    "the message names the path, what was expected and what was found",
    arguments: [
      (#"{"window":{"frame":{"width":"x"}}}"#, "window.frame.width: expected a number, found text"),
      (#"{"window":{"frame":{"width":null}}}"#, "window.frame.width: expected a value, found null"),
      (#"{"window":{"frame":{}}}"#, "window.frame.width: expected a member, found none"),
      (#"{"window":{"frame":[]}}"#, "window.frame: expected an object, found a list"),
      (#"{"window":null}"#, "window: expected an object, found null"),
      (#"[]"#, "expected an object, found a list"),
      (
        #"{"window":{"frame":{"width":1e400}}}"#,
        "window.frame.width: expected a number in the range of Double, found one beyond it"
      ),
      (
        #"{"window":{"frame":{"width":1},"days":["monday",2]}}"#,
        "window.days[1]: expected text, found a number"
      ),
      (
        #"{"window":{"frame":{"width":1},"days":["secret"]}}"#,
        "window.days[0]: expected Weekday, found text that is not one"
      ),
    ])
  func messages(_ text: String, _ expected: String) throws {
    #expect(try message(Outer.self, text) == expected)
  }

  @Test("an integer must fit exactly")
  func integers() throws {
    struct Small: Codable { var value: Int8 }
    let misfit = "value: expected an integer from -128 to 127, found another number"
    #expect(try message(Small.self, #"{"value":300}"#) == misfit)
    #expect(try message(Small.self, #"{"value":1.5}"#) == misfit)
    #expect(try message(Small.self, #"{"value":-129}"#) == misfit)
    #expect(try message(Small.self, #"{"value":1.0}"#) == nil)
    #expect(try message(Small.self, #"{"value":12e1}"#) == nil)
    #expect(try message(UInt.self, "-1") != nil)
    #expect(try message(Bool.self, "1") == "expected a Boolean, found a number")
    #expect(try message(Int.self, "true") == "expected a number, found a Boolean")
    #expect(try message(String.self, "1") == "expected text, found a number")
    #expect(try message(Float.self, "1e39") != nil)
  }

  @Test("a list that ends too early, and a pair with three elements")
  func lists() throws {
    struct Pair: Decodable {
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        _ = try list.decode(Int.self)
        _ = try list.decode(Int.self)
      }
    }
    #expect(
      try message(Pair.self, "[1]") == "[1]: expected another element, found the end of the list")
    #expect(try message(Pair.self, "[1,2,3]") == nil)
    #expect(try message(Pair.self, "{}") == "expected a list, found an object")
  }

  @Test("an element that does not decode is not stepped over")
  func retry() throws {
    struct Mixed: Decodable {
      var values: [String] = []
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        while !list.isAtEnd {
          if let number = try? list.decode(Int.self) {
            values.append("\(number)")
          } else {
            values.append(try list.decode(String.self))
          }
        }
      }
    }
    let mixed = try JSONCoding.decode(Mixed.self, from: [1, "a", 2])
    #expect(mixed.values == ["1", "a", "2"])
  }

  @Test("no message shows a stored value, whoever raised the error")
  func secrets() throws {
    struct Picky: Codable {
      struct Leak: Error { var secret: String }
      init(from decoder: any Decoder) throws {
        throw Leak(secret: try decoder.singleValueContainer().decode(String.self))
      }
    }
    let texts = [
      try message(Weekday.self, "\"hunter2\""), try message(Picky.self, "\"hunter2\""),
      try message(Int.self, "\"hunter2\""), try message(Date.self, "\"hunter2\""),
      try message(Shape.self, #"{"hunter2":{}}"#),
    ]
    for text in texts {
      let text = try #require(text)
      #expect(!text.contains("hunter2"))
      #expect(!text.isEmpty)
    }
    #expect(texts[1] == "decoding failed: Leak")
  }
}
