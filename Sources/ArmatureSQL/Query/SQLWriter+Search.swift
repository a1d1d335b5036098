import ArmatureModel

/// Searches in full-text indexes.
extension SQLWriter {
  /// Returns the condition that some texts satisfy a query.
  func search(
    _ searched: FetchExpression, _ query: FetchExpression, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    let parts = searched.searchedTexts
    if let (index, key, positions) = try index(of: parts, FullTextTokenizer(options)) {
      guard case .constant(.string(let text)) = query else {
        throw SQLInexact("its query differs between objects")
      }
      let query = SearchQuery(text, options, in: searched).placed(at: positions)
      if query.root == nil { return "FALSE" }
      if let condition = try dialect.fullText?.condition(on: key, query, in: index) {
        return condition
      }
    }
    guard case .constant(.string(let text)) = query else {
      throw SQLInexact("its query differs between objects")
    }
    return try holds(parts, text, options)
  }

  /// Returns the condition without an index.
  private func holds(
    _ parts: [FetchExpression], _ query: String, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    // The functions do not know the name of the property, which the query may contain: title:dune.
    guard parts.count == 1, !query.contains(":"), case .one(let term) = try walk(parts[0]) else {
      throw SQLInexact("no full-text index has all the texts that it searches")
    }
    return try compare(term, .search, .constant(.string(query)), options)
  }

  /// Returns the index with some texts, the key of the objects, and the positions of the texts in the index.
  private func index(
    of parts: [FetchExpression], _ tokenizer: FullTextTokenizer
  ) throws -> (SQLFullText, key: SQLStatement, positions: [Int])? {
    let paths = parts.compactMap { part -> FetchPath? in
      if case .keyPath(let path) = part { path } else { nil }
    }
    guard paths.count == parts.count, let level = paths.first?.level,
      paths.allSatisfy({ $0.level == level })
    else { return nil }
    let node = scopes[max(0, scopes.count - 1 - level)].root
    guard let index = database.fullText(of: node.entity, tokenizer),
      let positions = index.positions(of: paths)
    else { return nil }
    return (index, column(SQLTable.key, of: node), positions)
  }
}

extension SQLFullText {
  /// Returns the positions of some properties; `nil` if the index does not have all of them.
  fileprivate func positions(of paths: [FetchPath]) -> [Int]? {
    var positions: [Int] = []
    for path in paths {
      let name = path.dotted
      guard let position = texts.firstIndex(where: { $0.property == name }) else { return nil }
      positions.append(position)
    }
    return positions
  }
}
