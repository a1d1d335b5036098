import Armature
import ArmatureModel
import ArmatureSQL

/// Searches in the tables of words.
struct PostgreSQLFullTextDialect: SQLFullTextDialect {
  func condition(
    on key: SQLStatement, _ query: SearchQuery, in index: SQLFullText
  ) throws -> SQLStatement {
    guard let match = PostgreSQLMatch(query, textCount: index.texts.count) else {
      throw SQLInexact("its query may find any row")
    }
    let condition: SQLStatement = "\(key) IN (\(rows(of: index, matching: match)))"
    if match.isExact { return condition }
    throw SQLInexact("the index does not know the order of words", candidates: condition)
  }

  /// The keys of the rows that match a query.
  private func rows(of index: SQLFullText, matching match: PostgreSQLMatch) -> SQLStatement {
    "SELECT \"key\" FROM \(name: index.name) WHERE \(condition(match))"
  }

  private func condition(_ match: PostgreSQLMatch) -> SQLStatement { Self.condition(match) }

  /// The condition that the words of a row match a query.
  static func condition(_ match: PostgreSQLMatch) -> SQLStatement {
    "\"words\" @@ CAST(CAST(\(value: .text(match.text)) AS text) AS tsquery)"
  }

  func rankedRows(by ranking: SearchRanking, in index: SQLFullText) throws -> SQLRankedRows {
    let textCount = index.texts.count
    guard let match = PostgreSQLMatch(ranking.query, textCount: textCount), match.isExact,
      let order = PostgreSQLRelevance(ranking, index)?.value
    else {
      throw SQLInexact("the index does not count the occurrences of phrases and starts of words")
    }
    let name: SQLStatement = "\(name: index.name)"
    return SQLRankedRows(
      join: { " JOIN \(name) ON \(name).\"key\" = \($0)" },
      condition: "\(name).\(condition(match))", order: "\(order) DESC", reverseOrder: order,
      areAll: true)
  }

  func statistics(
    of ranking: SearchRanking, in index: SQLFullText, texts: SQLStatement,
    _ connection: any SQLConnection
  ) throws -> SearchStatistics? {
    var statistics: SearchStatistics?
    try connection.forEachRow(
      of: """
        SELECT "count", "tokens" FROM \(name: PostgreSQLFullText.directory) \
        WHERE "name" = \(value: .text(index.name))
        """
    ) { row in
      statistics = SearchStatistics(
        count: Int(row.integer(at: 0)), tokenCount: Int(row.integer(at: 1)), holders: [])
    }
    for phrase in ranking.query.phrases.indices {
      let query = ranking.query.only(phrase)
      let count = try holders(of: query, in: index, texts, connection)
      statistics?.holders.append(count)
    }
    return statistics
  }

  /// Returns the number of rows that satisfy a query.
  private func holders(
    of query: SearchQuery, in index: SQLFullText, _ texts: SQLStatement,
    _ connection: any SQLConnection
  ) throws -> Int {
    let match = PostgreSQLMatch(query, textCount: index.texts.count)
    if let match, match.isExact {
      let count = try connection.integer(
        "SELECT COUNT(*) FROM \(name: index.name) WHERE \(condition(match))")
      return Int(count ?? 0)
    }
    var (scan, count) = (SearchScan(query), 0)
    let candidates: SQLStatement =
      match.map { " AND \(name: "b").\(name: SQLTable.key) IN (\(rows(of: index, matching: $0)))" }
      ?? .empty
    try connection.forEachRow(of: "\(texts)\(candidates)") { row in
      scan.reset()
      for text in index.texts.indices {
        if let value = row.text(at: text) { scan.read(value, of: text) }
      }
      if scan.holds { count += 1 }
    }
    return count
  }

  func suggestions(
    startingWith start: String, in index: SQLFullText, limit: Int, _ connection: any SQLConnection
  ) throws -> [SearchSuggestion] {
    let query = SearchQuery("\(start)*")
    guard let match = PostgreSQLMatch(query, textCount: index.texts.count) else { return [] }
    var found: [SearchSuggestion] = []
    // The first character is the letter of the text. Long words are not complete.
    try connection.forEachRow(
      of: """
        SELECT substr("w"."lexeme", 2) COLLATE "C", COUNT(DISTINCT "key") \
        FROM \(name: index.name) CROSS JOIN LATERAL unnest("words") AS "w" \
        WHERE \(condition(match)) AND starts_with(substr("w"."lexeme", 2), \(value: .text(start))) \
        AND strpos("w"."lexeme", chr(\(SQLStatement(text: "\(PostgreSQLWord.lengthMark)")))) = 0 \
        GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT \(value: .integer(Int64(limit)))
        """
    ) { row in
      if let word = row.text(at: 0) {
        found.append(SearchSuggestion(word: word, count: Int(row.integer(at: 1))))
      }
    }
    return found
  }
}
