import ArmatureModel

/// Searches in full-text indexes.
extension SQLWriter {
  /// Returns the condition that some texts satisfy a query.
  func search(
    _ searched: FetchExpression, _ query: FetchExpression, _ options: FetchPredicate.Options
  ) throws -> SQLStatement {
    let parts: [FetchExpression] = if case .list(let parts) = searched { parts } else { [searched] }
    if let (index, key, positions) = try index(of: parts, FullTextTokenizer(options)) {
      guard case .constant(.string(let text)) = query else {
        throw SQLInexact("its query differs between objects")
      }
      let query = SearchQuery(text, options, in: searched).placed(at: positions)
      guard let match = SQLMatch(query) else {
        return query.root == nil ? "FALSE" : try holds(parts, text, options)
      }
      let isIn: SQLStatement = match.isNegated ? "NOT IN" : "IN"
      return "\(key) \(isIn) (\(index.rows(matching: match.text)))"
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
  func positions(of paths: [FetchPath]) -> [Int]? {
    var positions: [Int] = []
    for path in paths {
      let name = path.names.joined(separator: ".")
      guard let position = texts.firstIndex(where: { $0.property == name }) else { return nil }
      positions.append(position)
    }
    return positions
  }

  /// The keys of the rows that match a query.
  func rows(matching query: String) -> SQLStatement {
    """
    SELECT \(name: "rowid") FROM \(name: name) WHERE \(name: name) MATCH \(value: .text(query))
    """
  }
}

/// A query in the language of FTS5.
///
/// FTS5 has no negation of a whole query. Every query is therefore written as the rows that match it, or as the rows that
/// don't.
struct SQLMatch {
  let text: String
  /// Whether the wanted rows are those that do not match.
  let isNegated: Bool

  /// The maximum number of phrases. FTS5 limits the depth of its own tree.
  private static let mostPhrases = 100

  /// Fails for a query without words, and for one that is too large.
  init?(_ query: SearchQuery) {
    guard let root = query.root, query.phrases.count <= Self.mostPhrases,
      !query.phrases.contains(where: { $0.text.utf8.contains(0) })
    else { return nil }
    (text, isNegated) = Self.write(root, query)
  }

  /// Creates the query for rows with at least one of the wanted phrases. Returns `nil` if it has none.
  init?(wantedPhrasesOf query: SearchQuery) {
    let wanted = query.phrases.indices.filter { query.isWanted[$0] }
    if wanted.isEmpty || wanted.count > Self.mostPhrases { return nil }
    text = Self.joined(wanted.map { Self.phrase(query.phrases[$0]) }, "OR")
    isNegated = false
  }

  private static func write(
    _ node: SearchQuery.Node, _ query: SearchQuery
  ) -> (text: String, isNegated: Bool) {
    switch node {
    case .phrase(let phrase): return (self.phrase(query.phrases[phrase]), false)
    case .not(let part):
      let (text, isNegated) = write(part, query)
      return (text, !isNegated)
    case .and(let parts): return joined(parts.map { write($0, query) })
    case .or(let parts):
      // The opposite of the conjunction of the opposites.
      let (text, isNegated) = joined(
        parts.map { write($0, query) }.map { ($0.text, !$0.isNegated) })
      return (text, !isNegated)
    }
  }

  private static func joined(
    _ parts: [(text: String, isNegated: Bool)]
  ) -> (text: String, isNegated: Bool) {
    let wanted = parts.filter { !$0.isNegated }.map(\.text)
    let unwanted = parts.filter(\.isNegated).map(\.text)
    if wanted.isEmpty { return (joined(unwanted, "OR"), true) }
    if unwanted.isEmpty { return (joined(wanted, "AND"), false) }
    return ("(\(joined(wanted, "AND")) NOT \(joined(unwanted, "OR")))", false)
  }

  private static func joined(_ parts: [String], _ word: String) -> String {
    parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " \(word) ")))"
  }

  private static func phrase(_ phrase: SearchQuery.Phrase) -> String {
    let columns = phrase.properties.map { positions in
      "{\(positions.map { "c\($0)" }.joined(separator: " "))} : "
    }
    return
      "\(columns ?? "")\"\(phrase.text.replacing("\"", with: "\"\""))\"\(phrase.isPrefix ? " *" : "")"
  }
}
