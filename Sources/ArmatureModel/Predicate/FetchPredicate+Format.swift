extension FetchPredicate {
  /// Reads a condition in Core Data's format language.
  ///
  /// ```swift
  /// let condition = try FetchPredicate("pages > %d AND author.name BEGINSWITH[cd] %@", 100, "fr")
  /// ```
  /// What it prints reads back as the same condition. An argument is a value and never read as text,
  /// so that no text from outside becomes a part of the condition; nothing in a condition is called.
  /// <doc:PredicateFormat> describes the language.
  ///
  /// - Parameters:
  ///   - format: The condition. Names are checked when it is used with a model.
  ///   - arguments: The values for `%@` (of any type that a property can have, an object, an ID, a list,
  ///     or `nil`), `%K` (a name, or a path with points), `%d`, `%f` and `%s`, in order.
  /// - Throws: ``SyntaxError`` if the text is no condition, an argument is missing, is too many or does
  ///   not suit its place, or the parts are nested more than 200 deep.
  /// - Complexity: O(*n*) in the length of the text.
  public init(_ format: String, _ arguments: (any PropertyConvertible)?...) throws(SyntaxError) {
    try self.init(format, arguments: arguments)
  }

  /// Reads a condition in Core Data's format language, with arguments in a list.
  ///
  /// - Throws: ``SyntaxError``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    _ format: String, arguments: [(any PropertyConvertible)?]
  ) throws(SyntaxError) {
    do throws(PredicateMistake) {
      let parser = try PredicateParser(format, arguments)
      // First all of it: what the text ends with is a part of what an error says.
      let whole = try parser.parse()
      self = try parser.condition(whole)
      if parser.hasDeepArguments, isTooDeep { throw .tooDeep(0) }
    } catch {
      throw SyntaxError(format, error)
    }
  }
}

extension FetchExpression {
  /// Reads an expression in Core Data's format language, such as the derivation `friends.@count`.
  ///
  /// - Parameters:
  ///   - format: The expression. Names are checked when it is used with a model.
  ///   - arguments: The values for `%@`, `%K`, `%d`, `%f` and `%s`, in order.
  /// - Throws: ``FetchPredicate/SyntaxError``.
  /// - Complexity: O(*n*) in the length of the text.
  public init(
    format: String, _ arguments: (any PropertyConvertible)?...
  ) throws(FetchPredicate.SyntaxError) {
    do throws(PredicateMistake) {
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
  /// Refuses a word; it has no label.
  @available(
    *, unavailable, message: "the text has no label: try FetchPredicate(\"pages > %d\", 100)"
  )
  public init(format: String, _ arguments: (any PropertyConvertible)?...) { self = .constant(true) }
}
