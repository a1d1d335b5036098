import Armature
import ArmatureModel
import ArmatureSQL

/// Searches with FTS5.
struct SQLiteFullTextDialect: SQLFullTextDialect {
  func condition(
    on key: SQLStatement, _ query: SearchQuery, in index: SQLFullText
  ) throws -> SQLStatement {
    guard let match = SQLiteMatch(query) else {
      throw SQLInexact("its query is too large for a full-text index")
    }
    let isIn: SQLStatement = match.isNegated ? "NOT IN" : "IN"
    return "\(key) \(isIn) (\(rows(of: index, matching: match)))"
  }

  /// The keys of the rows that match a query.
  private func rows(of index: SQLFullText, matching match: SQLiteMatch) -> SQLStatement {
    """
    SELECT \(name: "rowid") FROM \(name: index.name) \
    WHERE \(name: index.name) MATCH \(value: .text(match.text))
    """
  }

  func rankedRows(by ranking: SearchRanking, in index: SQLFullText) throws -> SQLRankedRows {
    // FTS5 looks for all phrases in each row only if the query has no parts with parts of their own.
    let isFlat = ranking.query.root?.isFlat ?? false
    guard let wanted = SQLiteMatch(wantedPhrasesOf: ranking.query),
      let whole = SQLiteMatch(ranking.query), !whole.isNegated
    else { throw SQLInexact("its query finds rows without any of its words") }
    let match = isFlat ? whole : wanted
    let name: SQLStatement = "\(name: index.name)"
    let weights = SQLStatement(text: index.texts.map { "\($0.weight)" }.joined(separator: ", "))
    // The function returns the negated relevance.
    let order: SQLStatement = "bm25(\(name), \(weights))"
    return SQLRankedRows(
      join: { " JOIN \(name) ON \(name).\(name: "rowid") = \($0)" },
      condition: "\(name) MATCH \(value: .text(match.text))", order: order,
      reverseOrder: "\(order) DESC", areAll: isFlat)
  }

  func statistics(
    of ranking: SearchRanking, in index: SQLFullText, texts: SQLStatement,
    _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    var holders: [Int] = []
    for phrase in ranking.query.phrases.indices {
      guard let match = SQLiteMatch(ranking.query.only(phrase)) else { return nil }
      let count = try connection.integer(
        "SELECT COUNT(*) FROM (\(rows(of: index, matching: match)))")
      holders.append(Int(count ?? 0))
    }
    // FTS5 keeps the number of rows and the number of tokens in each column.
    var numbers: [Int] = []
    try connection.forEachRow(
      of: "SELECT \(name: "block") FROM \(name: "\(index.name)_data") WHERE \(name: "id") = 1"
    ) { row in
      if case .blob(let bytes) = row.value(at: 0) { numbers = bytes.variableLengthIntegers }
    }
    return SearchStatistics(
      count: numbers.first ?? 0, tokenCount: numbers.dropFirst().reduce(0, +), holders: holders)
  }

  func suggestions(
    startingWith start: String, in index: SQLFullText, limit: Int, _ connection: any SQLConnection
  ) throws -> [SearchSuggestion] {
    let words: SQLStatement = "\(name: "temp").\(name: "\(index.name)_list")"
    try connection.run(
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS \(words) \
      USING fts5vocab (\(name: "main"), \(name: index.name), \(name: "row"))
      """)
    var found: [SearchSuggestion] = []
    // No character is greater than the last one.
    try connection.forEachRow(
      of: """
        SELECT \(name: "term"), \(name: "doc") FROM \(words) \
        WHERE \(name: "term") >= \(value: .text(start)) \
        AND \(name: "term") < \(value: .text(start + "\u{10FFFF}")) \
        ORDER BY \(name: "doc") DESC, \(name: "term") LIMIT \(value: .integer(Int64(limit)))
        """
    ) { row in
      if case .text(let word) = row.value(at: 0) {
        found.append(SearchSuggestion(word: word, count: Int(row.integer(at: 1))))
      }
    }
    return found
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
