extension Unicode.Scalar {
  /// Whether the scalar cannot be seen in a text, or would break a line or a terminal's state.
  package var isHidden: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: !properties.isJoinControl
    default: false
    }
  }

  /// The scalar as it stands in a quoted text.
  ///
  /// - Parameter escape: What stands for a hidden scalar, from its hexadecimal digits.
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
  /// Whether the byte is a letter or digit of ASCII, or an underscore.
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
  /// Whether the text has nothing but letters and digits of ASCII and underscores; true if empty.
  package var isWord: Bool { utf8.allSatisfy { $0.isWord } }

  /// The text in quotes, cut after 60 characters, with hidden characters escaped, so that no
  /// terminal obeys it.
  package var quotedForMessage: String { quotedForMessage(limit: 60) }

  /// The text in quotes, cut after some characters, with hidden characters escaped.
  package func quotedForMessage(limit: Int) -> String {
    // Nearly every text is short and plain, and is seen to be without looking at characters.
    if utf8.count <= limit,
      utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != 0x22 && $0 != 0x5C })
    {
      return "\"" + self + "\""
    }
    var result = "\""
    for (index, character) in self.enumerated() {
      // A character may have thousands of scalars.
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

  /// A name that data made up, cut after 60 characters if it has more than 256 bytes: a report must
  /// not be as long as the data.
  package var shortenedName: String {
    if utf8.count <= 256 { return self }
    var result = ""
    for character in prefix(60) {
      // A character may have thousands of scalars.
      if result.utf8.count > 1_000 { break }
      result.unicodeScalars += character.unicodeScalars.prefix(60)
    }
    return result.utf8.count < utf8.count ? result + "…" : self
  }
}
