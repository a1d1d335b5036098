import ArmatureModel
import ArmatureSQL

/// The relevance of rows for a query of single words, as the server computes it: the same function and numbers as in
/// memory.
///
/// The server has no function that counts the occurrences of a word. The rank of a single word with *n* occurrences is
/// the sum of 1/*i*² for *i* from 1 to *n*, divided by π²/6. It depends on nothing else, so it tells the number.
struct PostgreSQLRelevance {
  private let ranking: SearchRanking
  private let index: SQLFullText

  /// - Returns: `nil` for a query with phrases or starts of words, whose occurrences the index does not count.
  init?(_ ranking: SearchRanking, _ index: SQLFullText) {
    let query = ranking.query
    let wanted = query.phrases.indices.filter { query.isWanted[$0] }
    guard !wanted.isEmpty, wanted.count <= Self.mostWords,
      wanted.allSatisfy({ query.phrases[$0].tokens.count == 1 && !query.phrases[$0].isPrefix })
    else { return nil }
    (self.ranking, self.index) = (ranking, index)
  }

  private static let mostWords = 32

  /// The ranks that separate the numbers of occurrences.
  private static let bounds: SQLStatement = {
    // In the order and the precision of the server.
    var (sum, ranks): (Float, [Float]) = (0, [0])
    for number in 1...PostgreSQLWordsWriter.mostPositions {
      sum += 1 / Float(number * number)
      ranks.append(Float(Double(sum) / 1.64493406685))
    }
    let bounds = zip(ranks, ranks.dropFirst()).map { "\(($0 + $1) / 2)" }
    return SQLStatement(text: "CAST('{\(bounds.joined(separator: ","))}' AS real[])")
  }()

  var value: SQLStatement {
    let parts = ranking.query.phrases.indices.filter { ranking.query.isWanted[$0] }.map(part)
    return "(\(parts.joined(by: " + ")))"
  }

  /// The server computes a subquery with this end once. Otherwise, it would copy the subquery to each place that uses a
  /// column of it.
  private static let once: SQLStatement = "OFFSET 0"

  /// The part of a word in the relevance.
  private func part(_ phrase: Int) -> SQLStatement {
    let name: SQLStatement = "\(name: index.name)"
    let (k, b) = (SearchRanking.saturation, SearchRanking.lengthShare)
    return """
      \(factor(phrase)) * (SELECT ("f"."f" * \(number(k + 1))) / ("f"."f" + \(number(k)) * \
      (\(number(1 - b)) + \(number(b)) * CAST(\(name)."length" AS double precision) / \(average))) \
      FROM (SELECT \(frequency(phrase)) AS "f" \(Self.once)) AS "f")
      """
  }

  private func number(_ value: Double) -> SQLStatement {
    SQLStatement(text: "CAST('\(value)' AS double precision)")
  }

  /// The number of occurrences, each multiplied by the weight of its text.
  private func frequency(_ phrase: Int) -> SQLStatement {
    let phrase = ranking.query.phrases[phrase]
    let counts = (phrase.properties ?? Array(index.texts.indices)).map { text -> SQLStatement in
      let word = PostgreSQLMatch.quoted(PostgreSQLWord.bytes(phrase.tokens[0], text: text))
      return """
        \(number(ranking.weights[text])) * width_bucket(ts_rank('{1,1,1,1}', \(name: index.name)."words", \
        CAST(CAST(\(value: .text(word)) AS text) AS tsquery)), \(Self.bounds))
        """
    }
    return "(\(counts.joined(by: " + ")))"
  }

  private var average: SQLStatement {
    """
    (SELECT GREATEST(CAST("tokens" AS double precision), 1) / "count" FROM \(directory))
    """
  }

  private var directory: SQLStatement {
    "\(name: PostgreSQLFullText.directory) WHERE \"name\" = \(value: .text(index.name))"
  }

  /// The factor of a word: the fewer rows have it, the more it counts.
  private func factor(_ phrase: Int) -> SQLStatement {
    guard
      let match = PostgreSQLMatch(ranking.query.only(phrase), textCount: index.texts.count)
    else { return number(SearchRanking.leastFactor) }
    // The logarithm of at most 1 is replaced by a small positive number.
    return """
      (SELECT CASE WHEN "n"."all" > 2 * "n"."found" \
      THEN ln(("n"."all" - "n"."found" + 0.5) / ("n"."found" + 0.5)) ELSE \(number(SearchRanking.leastFactor)) END \
      FROM (SELECT CAST("count" AS double precision) AS "all", \
      CAST((SELECT COUNT(*) FROM \(name: index.name) WHERE \(PostgreSQLFullTextDialect.condition(match))) AS double precision) \
      AS "found" FROM \(directory) \(Self.once)) AS "n")
      """
  }
}
