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
