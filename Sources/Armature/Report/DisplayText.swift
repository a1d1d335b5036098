extension Unicode.Scalar {
  /// Whether a terminal, an editor or an XML parser might act on the scalar instead of showing it.
  ///
  /// Control and format characters (escape sequences, changes of direction), separators of lines
  /// and noncharacters. The joiners stay: emoji are made with them.
  var mustBeEscaped: Bool {
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
  /// The text on one line, with everything invisible escaped as in a Swift literal.
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

  /// The text at the beginning of a line, where two colons would be a command to the workflow that
  /// runs the program.
  ///
  /// Only names of files begin like that, which mean the same behind `./`.
  func beginningLine() -> String {
    // The first byte tells it of nearly every name.
    if let first = utf8.first, first > 0x20 && first < 0x7F && first != 0x3A { return self }
    return drop(while: \.isWhitespace).hasPrefix("::") ? "./\(self)" : self
  }

  /// The text with some scalars escaped; `nil` from the closure leaves one as it is.
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

  /// A name in quotes; unlike values, patterns and rule names keep their backslashes.
  func quotedName(limit: Int = 200) -> String {
    // Cut by scalars: one character may be made of a million of them.
    let scalars = unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return "\"\(displayEscaped())\"" }
    return "\"\(String(self[..<end]).displayEscaped())…\""
  }
}
