extension DynamicQueryExpression where Self == DynamicQuery {
  /// Returns a predicate that holds if the object satisfies a search, or if a text matches a regular expression.
  ///
  /// For the object itself, the text is a query like those of search engines. It searches the properties of the
  /// entity's ``FullText`` index:
  ///
  /// ```swift
  /// let books = try context.fetch("Book") { $0.matches("dune herb* OR \"frank herbert\"") }
  /// ```
  /// - All words must occur, in any of the properties. `herb*` finds all words that start with `herb`.
  /// - Words in quotation marks form a phrase. They must follow one another in one property.
  /// - `OR`, `AND`, `NOT` and parentheses combine words; `-word` is the same as `NOT word`. The words must be in
  ///   capitals. `OR` binds less than `AND`.
  /// - `title:dune` searches one of the properties.
  /// - Case and diacritics do not matter. Every text is valid: signs without a meaning are ignored. A query without
  ///   words finds nothing.
  ///
  /// For a property, the text is a regular expression; see ``TextPattern``. Use ``QueryExpression/search(_:options:)`` to
  /// search for words in a single property.
  public func matches(_ text: String) -> FetchPredicate {
    if case .keyPath(let path) = fetchExpression, path.names.isEmpty {
      return .comparison(fetchExpression, .search, .constant(.string(text)))
    }
    return .comparison(fetchExpression, .matches, .constant(.string(text)))
  }
}

extension TypedQueryExpression where Comparand: EntityType, Constant == ManagedObjectID? {
  /// Returns a predicate that holds if the object satisfies a search in the entity's ``FullText`` index.
  ///
  /// ``DynamicQueryExpression/matches(_:)`` describes queries.
  public func matches(_ query: String) -> FetchPredicate {
    .comparison(fetchExpression, .search, .constant(.string(query)))
  }
}

extension QueryExpression where Self: TextQueryExpression {
  /// Returns a predicate that holds if the text satisfies a search, such as `dune herb*`.
  ///
  /// ``DynamicQueryExpression/matches(_:)`` describes queries. Pass the option
  /// ``FetchPredicate/Options/partsOfWords`` to search for parts of words.
  public func search(
    _ query: String, options: FetchPredicate.Options = []
  ) -> FetchPredicate {
    .comparison(fetchExpression, .search, .constant(.string(query)), options: options)
  }
}
