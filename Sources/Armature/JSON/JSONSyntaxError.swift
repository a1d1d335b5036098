/// The first syntax error in a JSON text (RFC 8259), and its position.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The byte offset in the file.
  package let offset: Int
  package let kind: Kind

  package init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// The kind of a syntax error.
  package enum Kind: Hashable, Sendable {
    /// A character that is not allowed here.
    case unexpected(Unicode.Scalar, expected: Expectation)
    /// A comma after the last element or member.
    case trailingComma
    /// A word that is not a value: `True`, `nan`, `undefined`. At most 16 letters of it are kept.
    case unknownWord(String)
    /// The text ends before the value is complete.
    case endOfText(expected: Expectation)
    /// The line of a text with a value per line ends before the value is complete.
    case endOfLine(expected: Expectation)
    /// The text or line ends inside the string that starts here.
    case unterminatedString
    /// A backslash before a character that has no escape.
    case badEscape(Unicode.Scalar)
    /// `\u` not followed by four hexadecimal digits.
    case badUnicodeEscape
    /// One half of a surrogate pair, escaped without the other half.
    case loneSurrogate(UInt16)
    /// A control character inside a string, U+0000 to U+001F.
    case controlCharacter(UInt8)
    /// A byte that is not part of valid UTF-8.
    case invalidUTF8(UInt8)
    /// The text starts like UTF-16 or UTF-32.
    case otherEncoding(String)
    /// A NUL byte outside of a string.
    case nulByte
    /// A number in invalid syntax.
    case badNumber(NumberError)
    /// Arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// The expected token.
  package enum Expectation: UInt8, Hashable, Sendable {
    case value
    case key
    case firstKeyOrEnd
    case firstValueOrEnd
    case colon
    case commaOrEndOfObject
    case commaOrEndOfArray
    case endOfText
    case object
    case array
    case string
    case number
    case bool
    case null
  }

  /// The invalid part of a number.
  package enum NumberError: UInt8, Hashable, Sendable {
    case leadingZero
    case noDigits
    case noFraction
    case noExponent
  }
}

extension JSONSyntaxError: CustomStringConvertible {
  /// A sentence that states the error, and a remedy if it is certain.
  package var message: String {
    switch kind {
    case .unexpected(let scalar, let expected):
      "\(expected.words) is expected here, but the text has \(Self.name(scalar))."
        + Self.remedy(for: scalar, expected)
    case .trailingComma:
      "A comma must be followed by another value or key, but this one is not. Remove it."
    case .unknownWord(let word):
      "A value is expected here, but the text has the word “\(word)”." + Self.remedy(for: word)
    case .endOfText(let expected):
      "\(expected.words) is expected here, but the text ends."
    case .endOfLine(let expected):
      "\(expected.words) is expected here, but the line ends."
    case .unterminatedString:
      "The string that starts here must end with a quotation mark, but does not."
    case .badEscape(let scalar):
      "A backslash must be followed by one of \" \\ / b f n r t u, but is followed by "
        + "\(Self.name(scalar)). Write \\\\ for a backslash."
    case .badUnicodeEscape:
      "The escape \\u must have four hexadecimal digits, but has fewer."
    case .loneSurrogate(let unit):
      "The escape \\u\(Self.hex(UInt32(unit), 4)) must be one half of a surrogate pair, "
        + "but the other half is missing."
    case .controlCharacter(let byte):
      "A string must not contain control characters, but has \(Self.name(Unicode.Scalar(byte)))"
        + " here. Write \(Self.escape(byte))."
    case .invalidUTF8(let byte):
      "The text must be UTF-8, but the byte 0x\(Self.hex(UInt32(byte), 2)) here is not."
        + " Save the file as UTF-8."
    case .otherEncoding(let name):
      "The text must be UTF-8, but starts like \(name). Save the file as UTF-8."
    case .nulByte:
      "The text must be JSON, but has a NUL byte here."
    case .badNumber(let numberError):
      numberError.message
    case .tooDeep(let limit):
      "Arrays and objects must be nested at most \(limit) deep, but this one is deeper."
    }
  }

  package var description: String { "byte \(offset): \(message)" }

  /// Returns a character for display: in quotation marks, or as a number if it is invisible.
  private static func name(_ scalar: Unicode.Scalar) -> String {
    let number = "U+\(hex(scalar.value, 4))"
    switch scalar.properties.generalCategory {
    case .control:
      switch scalar {
      case "\n": return "a line break"
      case "\r": return "a carriage return"
      case "\t": return "a tab"
      default: return "the control character \(number)"
      }
    case .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .privateUse, .unassigned,
      .surrogate, .nonspacingMark, .enclosingMark, .spacingMark:
      return scalar == " " ? "a space" : "the character \(number)"
    default:
      return "“\(scalar)”"
    }
  }

  private static func remedy(for scalar: Unicode.Scalar, _ expected: Expectation) -> String {
    switch (scalar, expected) {
    case ("'", .value), ("'", .key), ("'", .firstKeyOrEnd), ("'", .firstValueOrEnd):
      " Strings have double quotation marks."
    case ("/", _): " JSON has no comments."
    case ("+", .value), ("+", .firstValueOrEnd): " Write a positive number without a sign."
    case (".", .value), (".", .firstValueOrEnd): " Write 0 before the point."
    case ("=", .colon): " Write a colon between key and value."
    default: ""
    }
  }

  private static func remedy(for word: String) -> String {
    switch word {
    case "True", "TRUE": " Write true."
    case "False", "FALSE": " Write false."
    case "None", "nil", "NULL", "Null", "undefined": " Write null."
    case "NaN", "nan", "NAN", "Infinity", "inf", "Inf":
      " JSON numbers are finite: write null or leave the value out."
    default: ""
    }
  }

  private static func escape(_ byte: UInt8) -> String {
    switch byte {
    case 0x08: "\\b"
    case 0x09: "\\t"
    case 0x0A: "\\n"
    case 0x0C: "\\f"
    case 0x0D: "\\r"
    default: "\\u\(hex(UInt32(byte), 4))"
    }
  }

  private static func hex(_ value: UInt32, _ width: Int) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

extension JSONSyntaxError.Expectation {
  /// The beginning of a sentence.
  fileprivate var words: String {
    switch self {
    case .value: "A value"
    case .key: "A key in quotation marks"
    case .firstKeyOrEnd: "A key in quotation marks or “}”"
    case .firstValueOrEnd: "A value or “]”"
    case .colon: "A colon"
    case .commaOrEndOfObject: "A comma or “}”"
    case .commaOrEndOfArray: "A comma or “]”"
    case .endOfText: "The end of the text"
    case .object: "An object"
    case .array: "An array"
    case .string: "A string"
    case .number: "A number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}

extension JSONSyntaxError.NumberError {
  fileprivate var message: String {
    switch self {
    case .leadingZero:
      "A number must not start with 0 unless a point follows, but this one does."
        + " Remove the 0, or write a string."
    case .noDigits: "A minus sign must be followed by a digit, but is not."
    case .noFraction: "The point of a number must be followed by a digit, but is not."
    case .noExponent: "The exponent of a number must have a digit, but has none."
    }
  }
}
