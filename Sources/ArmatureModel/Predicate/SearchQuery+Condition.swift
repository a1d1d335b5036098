extension SearchQuery {
  /// Parses the query of a condition.
  package init(_ text: String, _ options: FetchPredicate.Options, in searched: FetchExpression) {
    let parts = searched.searchedTexts
    let properties = parts.map { part in
      if case .keyPath(let path) = part { path.dotted } else { "" }
    }
    self.init(text, tokenizer: FullTextTokenizer(options), properties: properties)
  }
}

extension FullTextTokenizer {
  /// The options of a condition that reads text in this way.
  package var options: FetchPredicate.Options { self == .words ? [] : .partsOfWords }

  /// Creates the tokenizer for a condition with the given options.
  package init(_ options: FetchPredicate.Options) {
    self = options.contains(.partsOfWords) ? .trigrams : .words
  }
}
