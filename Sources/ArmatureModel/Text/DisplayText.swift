extension Unicode.Scalar {
  /// True if a terminal, an editor or an XML parser might interpret the character instead of showing it.
  ///
  /// Such characters are control and format characters, which can start an escape sequence or change the direction of
  /// text, line separators, and noncharacters. Joiners are not included, because emoji contain them.
  package var mustBeEscaped: Bool {
    if value >= 0x20 && value < 0x7F { return false }
    if properties.isNoncharacterCodePoint { return true }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: return true
    case .format: return !properties.isJoinControl
    default: return false
    }
  }
}

extension String {
  /// Returns the text on one line, with invisible characters escaped as in a Swift literal.
  package func displayEscaped(keepingLineBreaks: Bool = false) -> String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n" where keepingLineBreaks, "\r" where keepingLineBreaks:
        result.unicodeScalars.append(scalar)
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.mustBeEscaped:
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Returns the text for the beginning of a line, where two colons would start a GitHub workflow command.
  ///
  /// Only file names can begin this way, and the prefix `./` does not change their meaning.
  package func beginningLine() -> String {
    // The first byte decides for nearly every name.
    if let first = utf8.first, first > 0x20 && first < 0x7F && first != 0x3A { return self }
    return drop(while: \.isWhitespace).hasPrefix("::") ? "./\(self)" : self
  }

  /// Returns the text with some scalars escaped. A scalar stays unchanged if the closure returns `nil`.
  package func escaping(_ marks: String, _ escape: (Unicode.Scalar) -> String?) -> String {
    let marks = marks.utf8
    if !utf8.contains(where: marks.contains) { return self }
    return unicodeScalars.reduce(into: "") { result, scalar in
      if let escaped = escape(scalar) {
        result += escaped
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a name in quotes. Unlike values, patterns and rule names keep their backslashes.
  package func quotedName(limit: Int = 200) -> String {
    // Cut by scalars, because a single character may consist of a million of them.
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return "\"\(displayEscaped())\"" }
    return "\"\(String(self[..<end]).displayEscaped())…\""
  }
}
