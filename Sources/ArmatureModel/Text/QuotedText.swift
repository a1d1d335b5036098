extension Unicode.Scalar {
  /// Whether the scalar is invisible in text, or could break a line or control a terminal.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !properties.isJoinControl
    default: false
    }
  }

  /// Returns the scalar as it appears in quoted text.
  ///
  /// - Parameter escape: A closure that returns the escape sequence of a hidden scalar, given its hexadecimal digits.
  func quoted(_ escape: (_ digits: String) -> String) -> String {
    switch self {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where isHidden: escape(String(value, radix: 16, uppercase: true))
    default: String(self)
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII letter or digit, or an underscore.
  var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension String {
  /// Whether the text consists only of ASCII letters, digits and underscores. This is true for an empty text.
  package var isWord: Bool { utf8.allSatisfy { $0.isWord } }

  /// The text in quotes, shortened to 60 characters. Hidden characters are escaped, so that they cannot control a
  /// terminal.
  package var quotedForMessage: String { quotedForMessage(limit: 60) }

  /// Returns the text in quotes, shortened to a number of characters. Hidden characters are escaped.
  package func quotedForMessage(limit: Int) -> String {
    // Nearly all texts are short and plain, which the bytes alone can show.
    if utf8.count <= limit,
      utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    {
      return "\"" + self + "\""
    }
    var result = "\""
    for (index, character) in self.enumerated() {
      // A single character may have thousands of scalars.
      if index == limit || result.utf8.count > 1_000 {
        result += "…"
        break
      }
      for scalar in character.unicodeScalars.prefix(60) {
        result += scalar.quoted { "\\u{\($0)}" }
      }
    }
    return result + "\""
  }

  /// A name from data. If it has more than 256 bytes, it is shortened to 60 characters. Otherwise a report could become
  /// as long as the data.
  package var shortenedName: String {
    if utf8.count <= 256 { return self }
    var result = ""
    for character in prefix(60) {
      // A single character may have thousands of scalars.
      if result.utf8.count > 1_000 { break }
      result.unicodeScalars += character.unicodeScalars.prefix(60)
    }
    return result.utf8.count < utf8.count ? result + "…" : self
  }
}

extension StringProtocol {
  /// The text with percent encodings, as in URLs, replaced by their bytes.
  package var withoutPercents: String {
    guard contains("%") else { return String(self) }
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(number)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
