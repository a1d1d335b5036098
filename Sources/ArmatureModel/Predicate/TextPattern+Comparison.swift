extension TextPattern {
  /// Compiles the pattern of a `LIKE` or `MATCHES`. Before matching a text, call ``prepare(_:_:_:)`` for the text.
  package init(
    _ source: String, _ comparison: FetchPredicate.Comparison, _ options: FetchPredicate.Options
  ) throws(SyntaxError) {
    if comparison == .like {
      try self.init("(?s)" + source.folded(options).patternOfWildcards)
      return
    }
    // Compile the source as written first, so that error offsets refer to it.
    let written = try TextPattern(source)
    guard !options.isEmpty else {
      self = written
      return
    }
    // Do not lowercase the pattern: `\W` differs from `\w`.
    let flag = options.contains(.caseInsensitive) ? "(?i)" : ""
    let folded = options.contains(.diacriticInsensitive) ? source.patternWithoutDiacritics : source
    try self.init(flag + folded)
  }

  /// Returns the text to match against a pattern with options.
  package static func prepare(
    _ text: String, _ comparison: FetchPredicate.Comparison, _ options: FetchPredicate.Options
  ) -> String {
    // Regular expressions ignore case themselves.
    text.folded(comparison == .like ? options : options.subtracting(.caseInsensitive))
  }
}

extension String {
  /// The regular expression for a text with wildcards. A `\` at the end stands for itself.
  fileprivate var patternOfWildcards: String {
    var result = String.UnicodeScalarView()
    var isQuoted = false
    for scalar in unicodeScalars {
      switch (scalar, isQuoted) {
      case ("\\", false):
        isQuoted = true
        continue
      case ("*", false): result.append(contentsOf: ".*".unicodeScalars)
      case ("?", false): result.append(".")
      default: result.appendQuoted(scalar)
      }
      isQuoted = false
    }
    if isQuoted { result.appendQuoted("\\") }
    return String(result)
  }

  /// The text with each `%` replaced by `*`. It is `nil` if the text has a wildcard, or has no `%`. Escaped characters
  /// do not count.
  var wildcardsForThoseOfSQL: String? {
    var result = String.UnicodeScalarView()
    var (isQuoted, hasAny) = (false, false)
    for scalar in unicodeScalars {
      switch (scalar, isQuoted) {
      case ("*", false), ("?", false): return nil
      case ("%", false):
        hasAny = true
        result.append("*")
      default: result.append(scalar)
      }
      isQuoted = scalar == "\\" && !isQuoted
    }
    return hasAny ? String(result) : nil
  }

  /// The regular expression with its literal letters folded.
  fileprivate var patternWithoutDiacritics: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars where !scalar.isDiacritic {
      let base = scalar.baseLetter
      // `\é` is a letter, but `\e` is not.
      if base != scalar, result.reversed().prefix(while: { $0 == "\\" }).count % 2 == 1 {
        result.removeLast()
      }
      result.append(base)
    }
    return String(result)
  }
}

extension String.UnicodeScalarView {
  /// Appends a scalar that is literal in a regular expression.
  fileprivate mutating func appendQuoted(_ scalar: Unicode.Scalar) {
    let isPlain = scalar.value >= 0x80 || scalar.properties.isAlphabetic || ("0"..."9") ~= scalar
    if !isPlain { append("\\") }
    append(scalar)
  }
}
