extension PredicateCheck {
  /// Checks a search: its texts, and its query.
  mutating func checkSearch(
    _ whole: FetchPredicate, _ texts: FetchExpression, _ query: FetchExpression,
    at property: String?
  ) {
    let parts = texts.searchedTexts
    for part in parts {
      guard let end = valuesEnd(of: part) else { continue }
      if end.entity != nil, !end.isAttribute, part == .keyPath([]) {
        report(
          .noFullText(
            whole: "\(whole)", entity: end.entity?.name ?? "", example: example(of: end)),
          at: property)
      } else if !end.kind.isText {
        report(
          .notText(whole: "\(whole)", PredicateIssue.Term("\(part)", end.kind.phrase)), at: property
        )
      }
    }
    let kind = kind(of: query)
    if !kind.isText {
      report(
        .notText(whole: "\(whole)", PredicateIssue.Term("\(query)", kind.phrase)), at: property)
    }
  }

  /// Returns a text of the objects at the end of a path, as an example for an index.
  private func example(of end: PathEnd) -> String? {
    end.entity?.attributes.first { $0.type.storage == .string && !$0.isTransient }?.name
  }
}
