import Armature
import ArmatureModel
import Testing

@Suite struct JSONCursorTests {
  @Test func `a document is read with all its values`() throws {
    let tree = try JSONTree.read(richDocument)
    let expected = JSONTree.object([
      .init(key: "title", value: .string("Der Prozeß")),
      .init(key: "escapes", value: .string("\"\\/\u{8}\u{C}\n\r\té😀")),
      .init(key: "empty", value: .string("")),
      .init(
        key: "numbers",
        value: .array(
          ["0", "-0", "12", "-3.25", "1e10", "2.5E-3", "9007199254740993", "0.1e+2"]
            .map(JSONTree.number))),
      .init(key: "words", value: .array([.bool(true), .bool(false), .null])),
      .init(
        key: "nested",
        value: .object([
          .init(
            key: "a",
            value: .object([
              .init(
                key: "b",
                value: .array([.array([]), .object([]), .array([.array([.number("1")])])]))
            ])), .init(key: "", value: .number("0")),
        ])),
      .init(key: "wide", value: .string("日本語 😀 é ÿ")),
      .init(key: "long", value: .string("The quick brown fox jumps over the lazy dog, twice.")),
    ])
    #expect(tree == expected)
  }

  @Test(
    arguments: [
      ("1", .number("1")), (" null ", .null), ("\"\"", .string("")), ("\n[ ]\r\n", .array([])),
      ("{ }", .object([])), ("\u{FEFF}true", .bool(true)),
      ("[1 , 2]", .array([.number("1"), .number("2")])),
    ] as [(String, JSONTree)])
  func `a value alone is a document`(text: String, tree: JSONTree) throws {
    #expect(try JSONTree.read(text) == tree)
    #expect(throws: Never.self) { try JSONTree.skip(JSONText(text)) }
  }

  @Test(arguments: 0..<70)
  func `a string of any length and with a mark at any place comes back`(length: Int) throws {
    let plain = String(repeating: "abcdefg", count: 10).prefix(length)
    for special in ["", "é", "😀", "\\n", "\\\"", "\\u0041", "\\ud83d\\ude00"] {
      for place in [0, length / 2, length] {
        let content = plain.prefix(place) + special + plain.dropFirst(place)
        let expected = String(
          content.replacing("\\n", with: "\n").replacing("\\\"", with: "\"")
            .replacing("\\u0041", with: "A").replacing("\\ud83d\\ude00", with: "😀"))
        let text = JSONText("\"\(content)\"")
        var cursor = JSONCursor(text)
        #expect(try cursor.stringValue() == expected)
        try cursor.finish()
        cursor = JSONCursor(text)
        let string = try cursor.string()
        #expect(String(decoding: string.bytes, as: UTF8.self) == expected)
        #expect(string.isASCII == expected.utf8.allSatisfy { $0 < 0x80 })
        #expect(
          try JSONTree.read("{\"\(content)\":[]}")
            == .object([.init(key: expected, value: .array([]))]))
      }
    }
  }

  @Test func `every scalar comes back, plain and escaped`() throws {
    for value in UInt32(0)...0x10FFFF {
      guard let scalar = Unicode.Scalar(value), value % 97 == 0 || value < 0x900 else { continue }
      let escaped = scalar.utf16.map {
        let digits = String($0, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }.joined()
      #expect(try JSONTree.read("\"x\(escaped)\"") == .string("x\(scalar)"))
      if value >= 0x20 && scalar != "\"" && scalar != "\\" {
        #expect(try JSONTree.read("\"x\(scalar)\"") == .string("x\(scalar)"))
      }
    }
  }

  @Test func `the offset is that of the next token, the byte order mark included`() throws {
    var cursor = JSONCursor(JSONText("\u{FEFF} {\"é\" :  12}"))
    _ = try cursor.peek()
    #expect(cursor.offset == 4)
    #expect(try cursor.enterObject())
    #expect(String(decoding: try cursor.key().bytes, as: UTF8.self) == "é")
    #expect(try cursor.peek() == .number)
    #expect(cursor.offset == 13)
    #expect(try cursor.number().int64() == 12)
    #expect(try !cursor.nextMember())
    try cursor.finish()
    #expect(cursor.offset == 16)
  }

  @Test func `an expected key is taken, another one is left`() throws {
    let names = ["id", "title", "a \"quoted\" key", "ein sehr langer Schlüssel für Bücher", ""]
    let keys = JSONKeyTable(names)
    #expect(keys.count == 5)
    for (index, name) in names.enumerated() {
      var output = JSONOutput()
      output.beginObject()
      output.key(name)
      output.int(1)
      output.endObject()
      for other in names.indices {
        var cursor = JSONCursor(JSONText(output.string))
        #expect(try cursor.enterObject())
        let isTaken = cursor.takeKey(keys[other])
        #expect(isTaken == (index == other))
        if index != other {
          #expect(try String(decoding: cursor.key().bytes, as: UTF8.self) == name)
        }
        #expect(try cursor.number().int64() == 1)
        #expect(try !cursor.nextMember())
        try cursor.finish()
      }
    }
  }

  @Test(arguments: [
    "\"titl\":1", "\"titlE\":1", "\"title\" :1", "\"title\"", "\"titles\":1", "\"t",
  ])
  func `a key that differs in a byte is not taken`(rest: String) throws {
    var cursor = JSONCursor(JSONText("{" + rest))
    #expect(try cursor.enterObject())
    let keys = JSONKeyTable(["title"])
    let isTaken = cursor.takeKey(keys[0])
    #expect(!isTaken)
  }

  @Test func `null is taken only where it stands`() throws {
    var cursor = JSONCursor(JSONText("[null,1]"))
    #expect(try cursor.enterArray())
    #expect(try cursor.takeNull())
    #expect(try cursor.nextElement())
    #expect(try !cursor.takeNull())
    #expect(try cursor.number().int64() == 1)
  }

  @Test func `arrays and objects nest up to the limit`() throws {
    for limit in [1, 2, 3, 64, 512] {
      for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
        let inner = open == "[" ? "" : "1"
        func text(_ depth: Int) -> JSONText {
          JSONText(
            String(repeating: open, count: depth) + inner + String(repeating: close, count: depth))
        }
        #expect(SyntaxErrors(of: text(limit), depthLimit: limit) == SyntaxErrors(nil))
        let expected = JSONSyntaxError(
          offset: open.utf8.count * limit, kind: .tooDeep(limit: limit))
        #expect(SyntaxErrors(of: text(limit + 1), depthLimit: limit) == SyntaxErrors(expected))
      }
    }
    #expect(SyntaxErrors(of: JSONText("[[],[],{\"a\":[]}]"), depthLimit: 3) == SyntaxErrors(nil))
  }

  @Test func `depth counts from where the caller stands`() throws {
    var cursor = JSONCursor(JSONText("[[[[1]]]]"), depthLimit: 3)
    #expect(try cursor.enterArray())
    #expect(throws: JSONSyntaxError(offset: 3, kind: .tooDeep(limit: 3))) { try cursor.skipValue() }
  }

  @Test func `a value is skipped to its last byte`() throws {
    for value in [
      richDocument, "[1,[2,{\"a\":[]}]]", "\"a\\\"b\"", "-1.5e3", "true", "null", "false",
    ] {
      var cursor = JSONCursor(JSONText("[ \(value) , 7]"))
      #expect(try cursor.enterArray())
      try cursor.skipValue()
      #expect(try cursor.nextElement())
      #expect(try cursor.number().int64() == 7)
      #expect(try !cursor.nextElement())
      try cursor.finish()
    }
  }

  @Test func `lines are read one by one, faults among them`() throws {
    let text = JSONText("\u{FEFF}{\"a\":1}\r\n\n  \n[1,\n\"x\n{\"b\"}\ntrue false\n 7 ")
    var cursor = JSONCursor(linesOf: text)
    var found: [String] = []
    while cursor.nextLine() {
      do throws(JSONSyntaxError) {
        let tree = try JSONTree.read(&cursor)
        try cursor.finish()
        found.append("\(tree)".replacing("JSONTree.", with: "").prefix(12) + "")
      } catch {
        found.append("\(text.position(of: error.offset)): \(error.kind)")
      }
    }
    let isMore = cursor.nextLine()
    #expect(!isMore)
    #expect(
      found == [
        "object([Arma", "4:4: endOfLine(expected: Armature.JSONSyntaxError.Expectation.value)",
        "5:1: unterminatedString",
        "6:5: unexpected(\"}\", expected: Armature.JSONSyntaxError.Expectation.colon)",
        "7:6: unexpected(\"f\", expected: Armature.JSONSyntaxError.Expectation.endOfText)",
        "number(\"7\")",
      ])
  }
}
