import Armature
import TestSupport
import Testing

@Suite struct JSONParsingTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1.50", "1e400", "123456789012345678901234567890.10",
    #""""#, #""é😀\"\\\n""#, "[]", "{}", "[[],{}]", #"{"b":1,"a":[{"c":null}],"":{}}"#,
    "{\"é\":1,\"e\u{301}\":2}",
  ])
  func `a value comes out as it went in`(text: String) throws {
    #expect(try JSONValue(parsing: text).text == text)
    #expect(try JSONValue(parsing: " \n\(text)\t") == JSONValue(parsing: text))
    #expect(
      try JSONValue(parsing: JSONValue(parsing: text).description) == JSONValue(parsing: text))
  }

  @Test(arguments: [
    ("", "1:1: "), ("[1,]", "1:3: "), ("[1] 2", "1:5: "), ("{\"a\": 1,\n \"b\": 01}", "2:7: "),
    ("\"\u{1}\"", "1:2: "), (#""\ud800""#, "1:2: "), ("{\"a\":1,\"b\":2,\"a\":3}", "1:14: "),
    ("[{\"x\": {}},\n {\"x\": [{\"k\": 1, \"k\": 2}]}]", "2:18: "),
  ])
  func `an error says where it is`(text: String, place: String) {
    let error = #expect(throws: JSONParsingError.self) { try JSONValue(parsing: text) }
    #expect(error.map { "\($0)".hasPrefix(place) } == true, "\(error.map { "\($0)" } ?? "")")
  }

  @Test func `a repeated key is an error that names it`() {
    let error = #expect(throws: JSONParsingError.self) {
      try JSONValue(parsing: #"{"size": 1, "size": 1}"#)
    }
    #expect(
      error.map { "\($0)" } == #"1:13: An object must have each key once, but "size" is repeated."#)
  }

  @Test func `nesting ends at 512`() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try JSONValue(parsing: nested(512)).text == nested(512))
    #expect(throws: JSONParsingError.self) { try JSONValue(parsing: nested(513)) }
    #expect(throws: JSONParsingError.self) { try JSONValue(parsing: nested(100_000)) }
  }

  @Test func `random values come back from their text`() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let value = JSONValue.random(&random, depth: 4)
      let parsed = try JSONValue(parsing: value.text)
      #expect(parsed == value && parsed.hasSameText(as: value), "seed \(seed)")
      #expect(try JSONValue(parsing: value.description).hasSameText(as: value), "seed \(seed)")
    }
  }
}
