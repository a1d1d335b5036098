package import ArmatureModel

/// The order of a request by relevance, as a full-text index computes it.
struct SQLRanking {
  private let index: SQLFullText
  /// The rows that are ranked.
  private let match: SQLMatch
  /// Whether all matching rows satisfy the query, and the other way round.
  private let answersQuery: Bool
  private let ranking: SearchRanking

  /// - Throws: ``SQLInexact`` if the index does not compute relevance as in memory.
  init(_ ranking: SearchRanking, of entity: String, _ database: SQLDatabase) throws {
    guard let index = database.fullText(of: entity, ranking.query.tokenizer),
      ranking.paths.map({ $0.names.joined(separator: ".") }) == index.texts.map(\.property)
    else { throw SQLInexact("no full-text index computes its relevance") }
    (self.index, self.ranking) = (index, ranking)
    // A phrase counts for each row with it only if FTS5 looks for all phrases in each row.
    answersQuery = ranking.query.root?.isFlat ?? false
    guard let match = SQLMatch(wantedPhrasesOf: ranking.query), let whole = SQLMatch(ranking.query),
      !whole.isNegated
    else { throw SQLInexact("its query finds rows without any of its words") }
    self.match = answersQuery ? whole : match
  }

  /// Returns whether the ranked rows are exactly those that satisfy a condition.
  func answers(_ condition: FetchPredicate) -> Bool {
    guard answersQuery,
      case .comparison(let searched, .search, .constant(.string(ranking.source)), _, _) = condition
    else { return false }
    let parts: [FetchExpression] = if case .list(let parts) = searched { parts } else { [searched] }
    return parts == ranking.searched.map { .keyPath(ranking.paths[$0]) }
  }

  /// The join with the index.
  func join(to row: String) -> SQLStatement {
    """
     JOIN \(name: index.name) ON \(name: index.name).\(name: "rowid") = \(name: row).\(name: SQLTable.key)
    """
  }

  var condition: SQLStatement { "\(name: index.name) MATCH \(value: .text(match.text))" }

  /// The value to sort by. FTS5 returns the negated relevance.
  func order(isAscending: Bool) -> SQLStatement {
    let weights = SQLStatement(text: index.texts.map { "\($0.weight)" }.joined(separator: ", "))
    return "bm25(\(name: index.name), \(weights))\(isAscending ? " DESC" : "")"
  }
}

extension SearchQuery.Node {
  /// Whether the query is a phrase, or all or one of several phrases.
  fileprivate var isFlat: Bool {
    switch self {
    case .phrase: true
    case .and(let parts), .or(let parts):
      parts.allSatisfy { if case .phrase = $0 { true } else { false } }
    case .not: false
    }
  }
}

extension SQLDatabase {
  /// Returns the numbers about all rows of a full-text index that relevance depends on.
  package func statistics(
    of ranking: SearchRanking, in entity: String, _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    guard let index = fullText(of: entity, ranking.query.tokenizer),
      ranking.paths.map({ $0.names.joined(separator: ".") }) == index.texts.map(\.property)
    else { return nil }
    var holders: [Int] = []
    for phrase in ranking.query.phrases.indices {
      guard let match = SQLMatch(ranking.query.only(phrase)) else { return nil }
      holders.append(
        Int(
          try connection.integer("SELECT COUNT(*) FROM (\(index.rows(matching: match.text)))") ?? 0)
      )
    }
    // FTS5 keeps the number of rows and the number of tokens in each column as variable-length integers.
    var numbers: [Int] = []
    try connection.forEachRow(
      of: "SELECT \(name: "block") FROM \(name: "\(index.name)_data") WHERE \(name: "id") = 1"
    ) { row in
      if case .blob(let bytes) = row.value(at: 0) { numbers = bytes.variableLengthIntegers }
    }
    return SearchStatistics(
      count: numbers.first ?? 0, tokenCount: numbers.dropFirst().reduce(0, +), holders: holders)
  }
}

extension Sequence<UInt8> {
  /// The integers in SQLite's format: groups of seven bits, the highest first. All groups but the last have the high
  /// bit. The ninth group has eight bits.
  fileprivate var variableLengthIntegers: [Int] {
    var (numbers, number, length): ([Int], UInt64, Int) = ([], 0, 0)
    for byte in self {
      length += 1
      if length == 9 {
        number = number << 8 | UInt64(byte)
      } else {
        number = number << 7 | UInt64(byte & 0x7F)
        if byte & 0x80 != 0 { continue }
      }
      numbers.append(Int(truncatingIfNeeded: number))
      (number, length) = (0, 0)
    }
    return numbers
  }
}
