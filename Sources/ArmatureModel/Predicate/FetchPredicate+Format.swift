extension FetchPredicate {
  /// Parses a predicate in Core Data's format language.
  ///
  /// ```swift
  /// let condition = try FetchPredicate("pages > %d AND author.name BEGINSWITH[cd] %@", 100, "fr")
  /// ```
  /// Arguments are inserted as values and are never parsed. Therefore, you can safely pass input from your users as an
  /// argument, and a predicate can never call code. If you parse the description of a predicate, you get the same
  /// predicate again. To learn the language, see <doc:PredicateFormat>.
  ///
  /// - Parameters:
  ///   - format: The text of the predicate. Its names are checked later, when the predicate is used with a model.
  ///   - arguments: The arguments, in the order of their placeholders. Use `%@` for values, including `nil`, objects,
  ///     IDs and lists. Use `%K` for a name or a path with dots, `%d` for a whole number, `%f` for a number with a
  ///     fraction, and `%s` for a string.
  /// - Throws: ``SyntaxError`` if the text is invalid, or if the predicate is nested more than 200 levels deep. The
  ///   error is also thrown if an argument is missing, superfluous or of the wrong type.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ format: String, _ arguments: (any PropertyConvertible)?...) throws(SyntaxError) {
    try self.init(format, arguments: arguments)
  }

  /// Parses a predicate in Core Data's format language, with the arguments as an array.
  ///
  /// - Throws: ``SyntaxError``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    _ format: String, arguments: [(any PropertyConvertible)?]
  ) throws(SyntaxError) {
    do throws(PredicateParsingError) {
      let parser = try PredicateParser(format, arguments)
      // Parse the whole text first, since some error messages mention its end.
      let whole = try parser.parse()
      self = try parser.condition(whole)
      if parser.hasDeepArguments, isTooDeep { throw .tooDeep(0) }
    } catch {
      throw SyntaxError(format, error)
    }
  }
}

extension FetchExpression {
  /// Parses an expression in Core Data's format language, such as the derivation `friends.@count`.
  ///
  /// - Parameters:
  ///   - format: The expression. Its names are checked later, when you use the expression with a model.
  ///   - arguments: The arguments for `%@`, `%K`, `%d`, `%f` and `%s`, in the order of their placeholders.
  /// - Throws: ``FetchPredicate/SyntaxError``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    format: String, _ arguments: (any PropertyConvertible)?...
  ) throws(FetchPredicate.SyntaxError) {
    do throws(PredicateParsingError) {
      let parser = try PredicateParser(format, arguments)
      let whole = try parser.parse()
      self = try parser.value(whole)
      if parser.hasDeepArguments, FetchPredicate.comparison(self, .equal, self).isTooDeep {
        throw .tooDeep(0)
      }
    } catch {
      throw FetchPredicate.SyntaxError(format, error)
    }
  }
}

extension FetchPredicate {
  /// Unavailable: use `FetchPredicate(_:_:)`, without a label.
  @available(
    *, unavailable, message: "use try FetchPredicate(\"pages > %d\", 100)"
  )
  public init(format: String, _ arguments: (any PropertyConvertible)?...) { self = .constant(true) }
}

extension FetchPredicate {
  /// An error in the text of a predicate, with its position and reason.
  ///
  /// Catch this error if the text of a predicate comes from outside of your program:
  ///
  /// ```swift
  /// do {
  ///   _ = try FetchPredicate("pages >")
  /// } catch {
  ///   print(error.line, error.column)  // 1 8
  /// }
  /// ```
  /// The description of the error contains the line of the text, and marks the position:
  ///
  /// ```text
  /// Column 9: Expected a value, but the text ends.
  ///   pages ==
  ///           ^
  /// ```
  public struct SyntaxError: Error, Hashable, Sendable {
    /// The line of the error, counted from 1.
    public let line: Int
    /// The column of the error in characters, counted from 1.
    public let column: Int
    /// A text that says what was expected and what was found.
    public let reason: String
    /// A suggested replacement; `nil` if no suggestion is known.
    public let remedy: String?
    /// The line with the error. It is shortened to at most 30 characters before and after the error.
    public let excerpt: String
    /// The number of characters in the excerpt before the error.
    public let excerptOffset: Int

    init(_ text: String, _ error: PredicateParsingError) {
      let bytes = Array(text.utf8)
      let offset = min(error.offset, bytes.count)
      let isEnd: (UInt8) -> Bool = { $0 == 0x0A || $0 == 0x0D }
      let start = bytes[..<offset].lastIndex(where: isEnd).map { $0 + 1 } ?? 0
      let end = bytes[offset...].firstIndex(where: isEnd) ?? bytes.count
      let before = String(decoding: bytes[start..<offset], as: UTF8.self)
      line =
        1
        + text.unicodeScalars.prefix(upTo: text.utf8.index(text.startIndex, offsetBy: start))
        .breaks
      column = 1 + before.count
      reason = error.reason
      remedy = error.remedy
      let shown = before.suffix(Self.excerptReach).visible
      excerpt =
        shown
        + String(decoding: bytes[offset..<end], as: UTF8.self).prefix(Self.excerptReach).visible
      excerptOffset = shown.count
    }

    private static let excerptReach = 30
  }
}

extension FetchPredicate.SyntaxError: CustomStringConvertible {
  /// The position, the reason and the suggested replacement, followed by the marked line.
  public var description: String {
    let place = line == 1 ? "Column \(column)" : "Line \(line), column \(column)"
    let sentences = [reason, remedy].compactMap(\.self).joined(separator: " ")
    return "\(place): \(sentences)\n  \(excerpt)\n  "
      + String(repeating: " ", count: excerptOffset) + "^"
  }
}

extension Substring {
  /// The text with spaces in place of characters that could control a terminal.
  fileprivate var visible: String {
    String(
      String.UnicodeScalarView(
        // A single character may have thousands of scalars.
        unicodeScalars.prefix(200).map { $0.isHidden ? " " : $0 }))
  }
}

extension Substring.UnicodeScalarView {
  /// The number of line breaks. A carriage return that is followed by a line feed counts as one.
  fileprivate var breaks: Int {
    var count = 0
    var last: Unicode.Scalar?
    for scalar in self {
      if scalar == "\r" || (scalar == "\n" && last != "\r") { count += 1 }
      last = scalar
    }
    return count
  }
}
