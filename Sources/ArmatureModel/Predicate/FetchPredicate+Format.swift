extension FetchPredicate {
  /// Parses a predicate in Core Data's format language.
  ///
  /// ```swift
  /// let condition = try FetchPredicate("pages > %d AND author.name BEGINSWITH[cd] %@", 100, "fr")
  /// ```
  /// Arguments are inserted as values and are never parsed. Text from outside of the program can therefore not change
  /// the meaning of the predicate. A predicate cannot call code. The description of a predicate can be parsed again and
  /// gives the same predicate. <doc:PredicateFormat> describes the language.
  ///
  /// - Parameters:
  ///   - format: The text of the predicate. Its names are checked later, when the predicate is used with a model.
  ///   - arguments: The arguments, in the order of their placeholders. `%@` takes `nil`, an object, an ID, a list, or a
  ///     value of any type that a property can have. `%K` takes a name, or a path with dots. `%d` takes a whole number,
  ///     `%f` a number with a fraction, and `%s` a text.
  /// - Throws: ``SyntaxError`` if the text is invalid, or if the predicate is nested more than 200 levels deep. It is
  ///   also thrown if an argument is missing, superfluous or of the wrong type.
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
  ///   - format: The text of the expression. Its names are checked later, when the expression is used with a model.
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
