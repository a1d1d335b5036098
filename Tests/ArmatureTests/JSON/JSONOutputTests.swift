import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct JSONOutputTests {
  @Test(arguments: [
    (
      JSONOutput.Layout.compact,
      #"{"id":-7,"empty":{},"none":[],"a \"b\"":[1,[2.5],{"c":null}],"ok":true}"#
    ),
    (
      .pretty,
      """
      {
        "id": -7,
        "empty": {},
        "none": [],
        "a \\"b\\"": [
          1,
          [
            2.5
          ],
          {
            "c": null
          }
        ],
        "ok": true
      }
      """
    ),
  ])
  func `structure is set out as asked`(layout: JSONOutput.Layout, expected: String) {
    var output = JSONOutput(layout, capacity: 1)
    let keys = JSONKeyTable(["id", "a \"b\""])
    output.beginObject()
    output.key(keys[0])
    output.int(-7)
    output.key("empty")
    output.beginObject()
    output.endObject()
    output.key("none")
    output.beginArray()
    output.endArray()
    output.key(keys[1])
    output.beginArray()
    output.element()
    output.int(1)
    output.element()
    output.beginArray()
    output.element()
    _ = output.double(2.5)
    output.endArray()
    output.element()
    output.beginObject()
    output.key("c")
    output.null()
    output.endObject()
    output.endArray()
    output.key("ok")
    output.bool(true)
    output.endObject()
    #expect(output.string == expected)
  }

  @Test func `lines follow one another without commas`() {
    var output = JSONOutput()
    for number in 0..<3 {
      output.beginArray()
      output.element()
      output.int(Int64(number))
      output.endArray()
      output.endLine()
    }
    #expect(output.string == "[0]\n[1]\n[2]\n")
    output.removeBytes()
    #expect(output.count == 0)
    output.bool(false)
    #expect(output.string == "false")
  }

  @Test func `every kind of value has its text`() throws {
    let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let start = Date(timeIntervalSinceReferenceDate: 0.5)
    func text(_ write: (inout JSONOutput) -> Bool) -> String {
      var output = JSONOutput(capacity: 0)
      let isWritten = write(&output)
      #expect(isWritten)
      return output.string
    }
    func text(_ write: (inout JSONOutput) -> Void) -> String {
      var output = JSONOutput(capacity: 0)
      write(&output)
      return output.string
    }
    #expect(text { $0.int(.min) } == "-9223372036854775808")
    #expect(text { $0.int(.max) } == "9223372036854775807")
    #expect(text { $0.double(5) } == "5.0")
    #expect(text { $0.float(0.1) } == "0.1")
    let price = Decimal(sign: .minus, exponent: -2, significand: 1_999)
    #expect(text { $0.decimal(price) } == "-19.99")
    #expect(text { $0.date(start) } == "\"2001-01-01T00:00:00.5Z\"")
    #expect(text { $0.date(start, offset: 20_700) } == "\"2001-01-01T05:45:00.5+05:45\"")
    #expect(text { $0.uuid(uuid) } == "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"")
    #expect(text { $0.data(Data([0, 1, 2, 255])) } == "\"AAEC/w==\"")
    #expect(text { $0.data(Data()) } == "\"\"")
    #expect(
      text { $0.bool(true) } + text { $0.bool(false) } + text { $0.null() } == "truefalsenull")
  }

  @Test func `what JSON cannot hold leaves no trace`() {
    var output = JSONOutput()
    for value in [Double.nan, .infinity, -.infinity] {
      let isWritten = [
        output.double(value), output.float(Float(value)),
        output.date(Date(timeIntervalSinceReferenceDate: value)), output.decimal(.nan),
      ]
      #expect(isWritten == [false, false, false, false])
    }
    #expect(output.count == 0)
  }

  @Test func `only what JSON demands is escaped`() {
    var output = JSONOutput()
    output.string(
      String(String.UnicodeScalarView((0..<0x21).compactMap { Unicode.Scalar(UInt32($0)) })))
    output.string("\"\\/ \u{7F} é\u{2028} 😀")
    let expected =
      #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011"#
      + #"\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f ""#
      + "\"\\\"\\\\/ \u{7F} é\u{2028} 😀\""
    #expect(output.string == expected)
  }

  @Test func `strings of every length with a mark at every place come back`() throws {
    for length in 0..<40 {
      for special in ["\"", "\\", "\n", "\u{1F}", "é", "😀", "\u{0}"] {
        for place in 0...length {
          let plain = String(repeating: "a", count: length)
          let value = plain.prefix(place) + special + plain.dropFirst(place)
          var output = JSONOutput(capacity: 0)
          output.string(String(value))
          var cursor = JSONCursor(JSONText(output.string))
          let back = try cursor.stringValue()
          #expect(back.utf8.elementsEqual(value.utf8))
        }
      }
    }
  }

  @Test func `texts in place are written as any other`() {
    for length in 0...17 {
      for special in ["", "\"", "\\", "\n", "\u{1F}", " ", "\u{7F}", "é", "\u{0}"] {
        for place in 0...length {
          let plain = String(repeating: "a", count: length)
          let text = plain.prefix(place) + special + plain.dropFirst(place)
          // A separate copy, which Swift stores inline if it is short.
          var value = String(decoding: Array(text.utf8), as: UTF8.self)
          var inPlace = JSONOutput(capacity: 0)
          var expected = JSONOutput(capacity: 0)
          inPlace.string(at: &value)
          value.withUTF8 { expected.string($0) }
          #expect(inPlace.string == expected.string)
        }
      }
    }
  }

  @Test(arguments: [0, 1, 100, 4_096, 5_000, 1_000_000])
  func `the bytes are given away as they are`(count: Int) {
    var output = JSONOutput()
    for _ in 0..<count { output.int(1) }
    #expect(output.data() == Data(repeating: 0x31, count: count))
  }

  @Test func `random documents are valid to Foundation and come back`() throws {
    var random = SplitMix64(seed: 41)
    for layout in [JSONOutput.Layout.compact, .pretty] {
      for _ in 0..<200 {
        var output = JSONOutput(layout, capacity: 0)
        var expected: [String: String] = [:]
        output.beginObject()
        for index in 0..<Int(random.next() % 50) {
          let scalars = (0..<Int(random.next() % 40)).compactMap { _ in
            Unicode.Scalar(UInt32(random.next() % (random.next() % 2 == 0 ? 0x80 : 0x11_0000)))
          }
          let value = String(String.UnicodeScalarView(scalars))
          let key = "\(index) \(value.prefix(5))"
          expected[key] = value
          output.key(key)
          output.string(value)
        }
        output.endObject()
        let data = output.withBytes { Data($0) }
        let foundation = try JSONSerialization.jsonObject(with: data) as? [String: String]
        #expect(foundation == expected)
        let tree = try JSONTree.read(JSONText(data))
        guard case .object(let members) = tree else {
          Issue.record("\(tree) is no object")
          continue
        }
        #expect(members.count == expected.count)
        for member in members {
          guard case .string(let value) = member.value else { continue }
          #expect(expected[member.key]?.utf8.elementsEqual(value.utf8) == true)
        }
      }
    }
  }

  @Test func `a string that bridges or is sliced is written like any other`() {
    let long = "xx" + String(repeating: "ö\"", count: 30)
    var output = JSONOutput()
    output.string(String(long.dropFirst(2)))
    output.string(String(decoding: Array(long.utf16), as: UTF16.self))
    #expect(
      output.string == "\"" + String(repeating: "ö\\\"", count: 30) + "\"\"xx"
        + String(repeating: "ö\\\"", count: 30) + "\"")
  }

  @Test func `the buffer grows without losing a byte`() throws {
    var output = JSONOutput(capacity: 0)
    output.beginArray()
    for number in 0..<50_000 {
      output.element()
      output.int(Int64(number))
    }
    output.endArray()
    var cursor = JSONCursor(JSONText(output.string))
    var isMore = try cursor.enterArray()
    var expected: Int64 = 0
    while isMore {
      let value = try cursor.number().int64()
      if value != expected { Issue.record("\(value) is not \(expected)") }
      expected += 1
      isMore = try cursor.nextElement()
    }
    #expect(expected == 50_000)
  }

  @Test(arguments: [
    ("plain", #""plain""#), ("a\n\"\\\u{1}", #""a\n\"\\\u0001""#), ("é👨‍👩‍👧", #""é👨‍👩‍👧""#),
    ("\u{7F}\u{202E}\u{E0001}é\n", #""\u007f\u202e\udb40\udc01é\n""#),
  ])
  func `invisible characters are escaped as JSON`(text: String, expected: String) {
    var output = JSONOutput(.pretty)
    output.visibleString(text)
    #expect(output.string == expected)
  }
}
