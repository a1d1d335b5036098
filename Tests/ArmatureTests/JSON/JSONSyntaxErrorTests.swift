import Armature
import Testing

/// An invalid JSON text, and the expected error.
struct SyntaxCase: Sendable, CustomTestStringConvertible {
  let text: [UInt8]
  let offset: Int
  let message: String

  init(_ text: String, _ offset: Int, _ message: String) {
    self.init(bytes: Array(text.utf8), offset, message)
  }

  init(bytes: [UInt8], _ offset: Int, _ message: String) {
    text = bytes
    self.offset = offset
    self.message = message
  }

  var testDescription: String { String(decoding: text, as: UTF8.self).debugDescription }
}

@Suite struct JSONSyntaxErrorTests {
  @Test(arguments: structure + strings + numbers + words)
  func `every error has its place and its sentence`(example: SyntaxCase) throws {
    let errors = SyntaxErrors(of: JSONText(example.text))
    let error = try #require(errors.byTokens)
    #expect(error.offset == example.offset)
    #expect(error.message == example.message)
    #expect(errors.bySkipping == error)
    #expect(error.description == "byte \(example.offset): \(example.message)")
  }

  static let structure = [
    SyntaxCase("", 0, "A value is expected here, but the text ends."),
    SyntaxCase(" \n\t", 3, "A value is expected here, but the text ends."),
    SyntaxCase("\u{FEFF}", 3, "A value is expected here, but the text ends."),
    SyntaxCase("[", 1, "A value or “]” is expected here, but the text ends."),
    SyntaxCase("[1", 2, "A comma or “]” is expected here, but the text ends."),
    SyntaxCase("[1,", 3, "A value is expected here, but the text ends."),
    SyntaxCase(
      "[1,]", 2, "A comma must be followed by another value or key, but this one is not. Remove it."
    ),
    SyntaxCase("[1,}", 3, "A value is expected here, but the text has “}”."),
    SyntaxCase("[,]", 1, "A value is expected here, but the text has “,”."),
    SyntaxCase("[,1]", 1, "A value is expected here, but the text has “,”."),
    SyntaxCase("[1 2]", 3, "A comma or “]” is expected here, but the text has “2”."),
    SyntaxCase("[1}", 2, "A comma or “]” is expected here, but the text has “}”."),
    SyntaxCase("]", 0, "A value is expected here, but the text has “]”."),
    SyntaxCase("{", 1, "A key in quotation marks or “}” is expected here, but the text ends."),
    SyntaxCase(
      "{a:1}", 1, "A key in quotation marks or “}” is expected here, but the text has “a”."),
    SyntaxCase(
      "{'a':1}", 1,
      "A key in quotation marks or “}” is expected here, but the text has “'”."
        + " Strings have double quotation marks."),
    SyntaxCase("{\"a\"", 4, "A colon is expected here, but the text ends."),
    SyntaxCase("{\"a\" 1}", 5, "A colon is expected here, but the text has “1”."),
    SyntaxCase(
      "{\"a\"=1}", 4,
      "A colon is expected here, but the text has “=”. Write a colon between key and value."),
    SyntaxCase("{\"a\":", 5, "A value is expected here, but the text ends."),
    SyntaxCase("{\"a\":}", 5, "A value is expected here, but the text has “}”."),
    SyntaxCase("{\"a\":1", 6, "A comma or “}” is expected here, but the text ends."),
    SyntaxCase("{\"a\":1]", 6, "A comma or “}” is expected here, but the text has “]”."),
    SyntaxCase("{\"a\":1 \"b\":2}", 7, "A comma or “}” is expected here, but the text has “\"”."),
    SyntaxCase("{\"a\":1,", 7, "A key in quotation marks is expected here, but the text ends."),
    SyntaxCase(
      "{\"a\":1,\n }", 6,
      "A comma must be followed by another value or key, but this one is not. Remove it."),
    SyntaxCase(
      "{\"a\":1,]", 7, "A key in quotation marks is expected here, but the text has “]”."),
    SyntaxCase("1 2", 2, "The end of the text is expected here, but the text has “2”."),
    SyntaxCase("{}x", 2, "The end of the text is expected here, but the text has “x”."),
    SyntaxCase(
      "[1, // one\n2]", 4,
      "A value is expected here, but the text has “/”. JSON has no comments."),
    SyntaxCase("[\u{0}1]", 1, "The text must be JSON, but has a NUL byte here."),
    SyntaxCase("1\u{0}", 1, "The text must be JSON, but has a NUL byte here."),
    SyntaxCase(
      "[\u{1}]", 1, "A value is expected here, but the text has the control character U+0001."),
    SyntaxCase(
      "[\u{B}]", 1, "A value is expected here, but the text has the control character U+000B."),
    SyntaxCase("[é]", 1, "A value is expected here, but the text has “é”."),
    SyntaxCase(
      "[1,\u{A0}2]", 3, "A value is expected here, but the text has the character U+00A0."),
    SyntaxCase(
      "[1]\u{FEFF}", 3,
      "The end of the text is expected here, but the text has the character U+FEFF."),
    SyntaxCase("[“a”]", 1, "A value is expected here, but the text has ““”."),
    SyntaxCase(
      bytes: [0x5B, 0xFF, 0x5D], 1,
      "The text must be UTF-8, but the byte 0xFF here is not. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0xFF, 0xFE, 0x5B, 0, 0x5D, 0], 0,
      "The text must be UTF-8, but starts like UTF-16. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0xFE, 0xFF, 0, 0x5B, 0, 0x5D], 0,
      "The text must be UTF-8, but starts like UTF-16. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0xFF, 0xFE, 0, 0, 0x31, 0, 0, 0], 0,
      "The text must be UTF-8, but starts like UTF-32. Save the file as UTF-8."),
    SyntaxCase(bytes: [0x5B, 0, 0x5D, 0], 1, "The text must be JSON, but has a NUL byte here."),
    SyntaxCase(
      String(repeating: "[", count: 100_000), 512,
      "Arrays and objects must be nested at most 512 deep, but this one is deeper."),
  ]

  static let strings = [
    SyntaxCase(
      "\"", 0,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "[1, \"abcdefghijklmnop", 4,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "{\"abc", 1,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "\"a\\", 0,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "\"a\\\"", 0,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "\"a\\u00", 0,
      "The string that starts here must end with a quotation mark, but does not."),
    SyntaxCase(
      "\"\\x41\"", 1,
      "A backslash must be followed by one of \" \\ / b f n r t u, but is followed by “x”."
        + " Write \\\\ for a backslash."),
    SyntaxCase(
      "\"C:\\Ümlaut\"", 3,
      "A backslash must be followed by one of \" \\ / b f n r t u, but is followed by “Ü”."
        + " Write \\\\ for a backslash."),
    SyntaxCase(
      "\"a\\\nb\"", 2,
      "A backslash must be followed by one of \" \\ / b f n r t u, but is followed by"
        + " a line break. Write \\\\ for a backslash."),
    SyntaxCase(
      "\"\\u12G4\"", 1, "The escape \\u must have four hexadecimal digits, but has fewer."),
    SyntaxCase("\"\\u12\"", 1, "The escape \\u must have four hexadecimal digits, but has fewer."),
    SyntaxCase(
      "\"ab\\uD83D\"", 3,
      "The escape \\uD83D must be one half of a surrogate pair, but the other half is missing."),
    SyntaxCase(
      "\"\\ude00\"", 1,
      "The escape \\uDE00 must be one half of a surrogate pair, but the other half is missing."),
    SyntaxCase(
      "\"\\uD83D\\n\"", 1,
      "The escape \\uD83D must be one half of a surrogate pair, but the other half is missing."),
    SyntaxCase(
      "\"\\uD83D\\u0041\"", 1,
      "The escape \\uD83D must be one half of a surrogate pair, but the other half is missing."),
    SyntaxCase(
      "\"\\uD83D\\uD83D\"", 1,
      "The escape \\uD83D must be one half of a surrogate pair, but the other half is missing."),
    SyntaxCase(
      "\"a\nb\"", 2,
      "A string must not contain control characters, but has a line break here. Write \\n."),
    SyntaxCase(
      "[\"a\tb\"]", 3,
      "A string must not contain control characters, but has a tab here. Write \\t."),
    SyntaxCase(
      "\"a\u{0}\"", 2,
      "A string must not contain control characters, but has the control character U+0000 here."
        + " Write \\u0000."),
    SyntaxCase(
      "\"\u{1F}\"", 1,
      "A string must not contain control characters, but has the control character U+001F here."
        + " Write \\u001F."),
    SyntaxCase(
      "{\"a\rb\":1}", 3,
      "A string must not contain control characters, but has a carriage return here."
        + " Write \\r."),
    SyntaxCase(
      bytes: [0x22, 0x61, 0x80, 0x22], 2,
      "The text must be UTF-8, but the byte 0x80 here is not. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0x22, 0xC3, 0x22], 1,
      "The text must be UTF-8, but the byte 0xC3 here is not. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0x22, 0x61, 0xC3, 0x5C, 0x6E, 0x22], 2,
      "The text must be UTF-8, but the byte 0xC3 here is not. Save the file as UTF-8."),
    SyntaxCase(
      bytes: Array("{\"abcdefghij".utf8) + [0xED, 0xA0, 0x80, 0x22, 0x3A, 0x31, 0x7D], 12,
      "The text must be UTF-8, but the byte 0xED here is not. Save the file as UTF-8."),
    SyntaxCase(
      bytes: [0x22, 0x5C, 0xFF, 0x22], 2,
      "The text must be UTF-8, but the byte 0xFF here is not. Save the file as UTF-8."),
  ]

  static let numbers = [
    SyntaxCase(
      "01", 0,
      "A number must not start with 0 unless a point follows, but this one does."
        + " Remove the 0, or write a string."),
    SyntaxCase(
      "[-007]", 1,
      "A number must not start with 0 unless a point follows, but this one does."
        + " Remove the 0, or write a string."),
    SyntaxCase("-", 1, "A number is expected here, but the text ends."),
    SyntaxCase("[-]", 1, "A minus sign must be followed by a digit, but is not."),
    SyntaxCase("[-a]", 1, "A minus sign must be followed by a digit, but is not."),
    SyntaxCase("1.", 2, "A number is expected here, but the text ends."),
    SyntaxCase("[1.]", 1, "The point of a number must be followed by a digit, but is not."),
    SyntaxCase("[1.e5]", 1, "The point of a number must be followed by a digit, but is not."),
    SyntaxCase("1e", 2, "A number is expected here, but the text ends."),
    SyntaxCase("1e+", 3, "A number is expected here, but the text ends."),
    SyntaxCase("[1e]", 1, "The exponent of a number must have a digit, but has none."),
    SyntaxCase("[1.5E-]", 1, "The exponent of a number must have a digit, but has none."),
    SyntaxCase(
      "[+1]", 1,
      "A value is expected here, but the text has “+”. Write a positive number without a sign."),
    SyntaxCase(
      "[.5]", 1, "A value is expected here, but the text has “.”. Write 0 before the point."),
    SyntaxCase("[1,5.5.5]", 6, "A comma or “]” is expected here, but the text has “.”."),
    SyntaxCase("[0x1F]", 2, "A comma or “]” is expected here, but the text has “x”."),
    SyntaxCase("[1_000]", 2, "A comma or “]” is expected here, but the text has “_”."),
    SyntaxCase("[12abc]", 3, "A comma or “]” is expected here, but the text has “a”."),
  ]

  static let words = [
    SyntaxCase("tru", 0, "A value is expected here, but the text has the word “tru”."),
    SyntaxCase(
      "[True]", 1, "A value is expected here, but the text has the word “True”. Write true."),
    SyntaxCase(
      "[FALSE]", 1, "A value is expected here, but the text has the word “FALSE”. Write false."),
    SyntaxCase(
      "[None]", 1, "A value is expected here, but the text has the word “None”. Write null."),
    SyntaxCase("[nul]", 1, "A value is expected here, but the text has the word “nul”."),
    SyntaxCase(
      "[undefined]", 1,
      "A value is expected here, but the text has the word “undefined”. Write null."),
    SyntaxCase(
      "[NaN]", 1,
      "A value is expected here, but the text has the word “NaN”."
        + " JSON numbers are finite: write null or leave the value out."),
    SyntaxCase("[-Infinity]", 1, "A minus sign must be followed by a digit, but is not."),
    SyntaxCase(
      "[averyveryverylongword]", 1,
      "A value is expected here, but the text has the word “averyveryverylon”."),
    SyntaxCase("[truex]", 5, "A comma or “]” is expected here, but the text has “x”."),
    SyntaxCase("nullnull", 4, "The end of the text is expected here, but the text has “n”."),
  ]

  @Test func `a token of another kind than asked for is an error`() throws {
    func message(
      _ text: String, _ read: (inout JSONCursor) throws(JSONSyntaxError) -> Void
    ) -> String {
      var cursor = JSONCursor(JSONText(text))
      do throws(JSONSyntaxError) { try read(&cursor) } catch { return error.description }
      return "no error"
    }
    #expect(
      message("1") { cursor throws(JSONSyntaxError) in _ = try cursor.enterObject() }
        == "byte 0: An object is expected here, but the text has “1”.")
    #expect(
      message(" 1") { cursor throws(JSONSyntaxError) in _ = try cursor.enterArray() }
        == "byte 1: An array is expected here, but the text has “1”.")
    #expect(
      message("1") { cursor throws(JSONSyntaxError) in _ = try cursor.string() }
        == "byte 0: A string is expected here, but the text has “1”.")
    #expect(
      message("1") { cursor throws(JSONSyntaxError) in _ = try cursor.stringValue() }
        == "byte 0: A string is expected here, but the text has “1”.")
    #expect(
      message("{}") { cursor throws(JSONSyntaxError) in _ = try cursor.number() }
        == "byte 0: A number is expected here, but the text has “{”.")
    #expect(
      message("1") { cursor throws(JSONSyntaxError) in _ = try cursor.bool() }
        == "byte 0: true or false is expected here, but the text has “1”.")
    #expect(
      message("1") { cursor throws(JSONSyntaxError) in try cursor.null() }
        == "byte 0: null is expected here, but the text has “1”.")
    #expect(
      message("") { cursor throws(JSONSyntaxError) in _ = try cursor.bool() }
        == "byte 0: true or false is expected here, but the text ends.")
  }
}
