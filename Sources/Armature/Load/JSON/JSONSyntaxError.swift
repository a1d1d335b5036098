/// The first place at which a text stops being JSON (RFC 8259), and what is wrong there.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The byte offset in the file.
  package let offset: Int
  package let kind: Kind

  package init(offset: Int, kind: Kind) {
    self.offset = offset
    self.kind = kind
  }

  /// What is wrong.
  package enum Kind: Hashable, Sendable {
    /// A character that cannot stand here.
    case unexpected(Unicode.Scalar, expected: Expectation)
    /// A comma behind the last element or member, which stands here.
    case trailingComma
    /// A word that is no value: `True`, `nan`, `undefined`. At most 16 letters of it are kept.
    case unknownWord(String)
    /// The text ends before it is complete.
    case endOfText(expected: Expectation)
    /// The line of a text with a value per line ends before the value is complete.
    case endOfLine(expected: Expectation)
    /// The text or line ends inside the string that starts here.
    case unterminatedString
    /// A backslash followed by a character that makes no escape.
    case badEscape(Unicode.Scalar)
    /// `\u` not followed by four hexadecimal digits.
    case badUnicodeEscape
    /// One half of a surrogate pair, escaped without the other half.
    case loneSurrogate(UInt16)
    /// A control character inside a string, U+0000 to U+001F.
    case controlCharacter(UInt8)
    /// A byte that is no UTF-8, here.
    case invalidUTF8(UInt8)
    /// The text starts like one in UTF-16 or UTF-32.
    case otherEncoding(String)
    /// A NUL byte outside of a string.
    case nulByte
    /// A number that breaks the grammar.
    case badNumber(NumberFault)
    /// Arrays and objects nested deeper than the limit.
    case tooDeep(limit: Int)
  }

  /// What could have stood at a place.
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

  /// The ways in which a number can break the grammar.
  package enum NumberFault: UInt8, Hashable, Sendable {
    case leadingZero
    case noDigits
    case noFraction
    case noExponent
  }
}
