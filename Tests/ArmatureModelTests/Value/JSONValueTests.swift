import ArmatureModel
import Foundation
import Testing

@Suite struct JSONValueTests {
  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("-0", "0"), ("0.10", "1e-1"), ("12e-1", "1.2"),
    ("123456789012345678901234567890.50", "12345678901234567890123456789050e-2"),
    ("1E400", "10e399"), ("0e5", "-0.000"),
  ])
  func `two numbers are equal if their values are`(one: String, other: String) throws {
    let (one, other) = (try #require(JSONNumber(one)), try #require(JSONNumber(other)))
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(!JSONValue.number(one).hasSameText(as: .number(other)))
  }

  @Test(arguments: [
    ("1", "-1"), ("1", "10"), ("1e400", "1e401"), ("0.1", "0.10000000000000000000000000000000001"),
  ])
  func `numbers of different values differ in any digit`(one: String, other: String) throws {
    #expect(JSONNumber(one) != JSONNumber(other))
  }

  @Test(arguments: ["", "01", "+1", "1.", ".5", "1e", "NaN", "1 ", "0x1", "1_000"])
  func `a text that is not a number of JSON makes none`(text: String) {
    #expect(JSONNumber(text) == nil)
  }

  @Test func `a number is read as the types that can represent it`() throws {
    let price = try #require(JSONNumber("12.50"))
    #expect(price.int64 == nil)
    #expect(price.double == 12.5)
    #expect(price.decimal == Decimal(string: "12.5"))
    #expect(JSONNumber("1e3")?.int64 == 1_000)
    #expect(JSONNumber("1e400")?.double == nil)
    #expect(JSONNumber(1.0)?.text == "1")
    #expect(JSONNumber(-0.0)?.text == "-0.0")
    #expect(JSONNumber(0.1)?.text == "0.1")
    #expect(JSONNumber(Double.nan) == nil && JSONNumber(Decimal.nan) == nil)
  }

  @Test func `objects are equal in any order of their members, which is kept`() {
    let one: JSONValue = ["a": 1, "b": [true, nil]]
    let other: JSONValue = ["b": [true, nil], "a": 1.0]
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(!one.hasSameText(as: other))
    #expect(one.objectValue?.map(\.key) == ["a", "b"])
    #expect(one != ["a": 1, "b": [nil, true]])
    #expect(one != ["a": 1])
  }

  @Test func `keys and texts are compared by their bytes`() {
    let value: JSONValue = ["é": 1, "e\u{301}": 2]
    #expect(value["é"] == 1 && value["e\u{301}"] == 2)
    #expect(JSONValue.string("é") != .string("e\u{301}"))
  }

  @Test func `members and elements are read and changed in place`() {
    var value: JSONValue = ["tags": ["new", "old"], "price": 3]
    #expect(value.tags?[1] == "old" && value.tags?[2] == nil && value.price?.intValue == 3)
    #expect(value.size == nil && value.price?.amount == nil && value[0] == nil)
    value.tags?[2] = "last"
    value.tags?[0] = nil
    value.price = 4.5
    value.size = ["width": 2]
    value.size?.height = 1
    #expect(
      value.description == #"{"tags":["old","last"],"price":4.5,"size":{"width":2,"height":1}}"#)
    value.price = nil
    value.tags?[7] = "beyond"
    value.price?.amount = 1
    #expect(value == ["tags": ["old", "last"], "size": ["width": 2, "height": 1]])
  }

  @Test func `an object with many members finds, replaces and removes each`() {
    var object = JSONObject()
    for number in 0..<10_000 { object["key \(number)"] = .number(JSONNumber(number)) }
    #expect(object.count == 10_000 && object["key 9999"] == 9_999)
    object["key 5000"] = "changed"
    object["key 0"] = nil
    #expect(object["key 0"] == nil && object["key 1"] == 1 && object[4_999].value == "changed")
    #expect(object.count == 9_999)
  }

  @Test func `the text escapes what could control a terminal`() {
    let value: JSONValue = .string("a\u{1B}[0m\u{202E}\"\\\n\u{E0001}é😀")
    #expect(value.description == #""a\u001b[0m\u202e\"\\\n\udb40\udc01é😀""#)
  }

  @Test func `a value is encoded and decoded by Foundation, with its members sorted`() throws {
    let value: JSONValue = ["b": [1, 2.5, -3, true, nil, "x"], "a": ["": [:]], "c": []]
    let data = try JSONEncoder().encode(value)
    let decoded = try JSONDecoder().decode(JSONValue.self, from: data)
    #expect(decoded == value)
    #expect(decoded.objectValue?.map(\.key) == ["a", "b", "c"])
    let long = JSONValue.number(
      try #require(JSONNumber("1" + String(repeating: "0", count: 50) + "1")))
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(long) }
  }

  @Test func `a model with a default of any JSON value is encoded and decoded`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("extra", JSONValue.self).default(["a": [1, nil]])
        Attribute("other", JSONValue?.self)
      }
    }
    let data = try JSONEncoder().encode(model)
    let decoded = try JSONDecoder().decode(ManagedObjectModel.self, from: data)
    #expect(decoded.fingerprint == model.fingerprint)
    #expect(decoded["Product"]?.attributes.map(\.type) == [.json, .json])
    #expect(
      decoded["Product"]?.attributes.first?.defaultValue == .constant(.json(["a": [1, nil]])))
  }

  @Test func `a constant in a predicate is written as a cast and read again`() throws {
    let predicate = FetchPredicate.comparison(
      .keyPath(["extra"]), .equal, .constant(.json(["a": "\"x\"", "b": 1.5])))
    let text = "\(predicate)"
    #expect(text == #"extra == CAST("{\"a\":\"\\\"x\\\"\",\"b\":1.5}", "JSONValue")"#)
    #expect(try FetchPredicate(text) == predicate)
  }
}
