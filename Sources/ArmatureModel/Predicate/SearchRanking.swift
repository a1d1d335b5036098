#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The numbers about all objects of a full-text index that relevance depends on.
package struct SearchStatistics: Hashable, Sendable {
  /// The number of objects.
  package var count: Int
  /// The number of tokens in all texts of all objects.
  package var tokenCount: Int
  /// The number of objects with each phrase of the query.
  package var holders: [Int]

  package init(count: Int, tokenCount: Int, holders: [Int]) {
    (self.count, self.tokenCount, self.holders) = (count, tokenCount, holders)
  }
}

/// The order of objects by their relevance for a query.
///
/// Relevance is the function BM25 with the constants of SQLite's FTS5: k₁ = 1.2 and b = 0.75. Each occurrence of a
/// phrase counts as often as the weight of its property.
package struct SearchRanking: Sendable {
  /// The text of the query.
  package let source: String
  package let query: SearchQuery
  /// The properties of the index.
  package let paths: [FetchPath]
  package let weights: [Double]
  /// The positions of the searched properties among the paths.
  package let searched: [Int]
  /// The numbers about all objects; `nil` until they are known.
  package var statistics: SearchStatistics?

  package init(
    _ source: String, _ tokenizer: FullTextTokenizer, _ paths: [FetchPath], _ weights: [Double],
    searched: [Int]
  ) {
    (self.source, self.paths, self.weights, self.searched) = (source, paths, weights, searched)
    let query = SearchQuery(
      source, tokenizer: tokenizer,
      properties: searched.map { paths[$0].dotted })
    self.query = searched.count == paths.count ? query : query.placed(at: searched)
  }

  /// Creates a ranking by one phrase of another.
  package init(_ ranking: SearchRanking, only phrase: Int) {
    (source, paths, weights, searched) = (
      ranking.source, ranking.paths, ranking.weights, ranking.searched
    )
    query = ranking.query.only(phrase)
  }

  /// The constant k₁: how fast the weight of further occurrences falls.
  package static let saturation = 1.2
  /// The constant b: the share of the length of texts.
  package static let lengthShare = 0.75
  /// The factor of a phrase that most objects have.
  package static let leastFactor = 1e-6

  /// Returns the relevance of an object after a scan of its texts.
  package func relevance(_ scan: SearchScan, _ factors: [Double]) -> Double {
    relevance(scan.frequencies, length: scan.length, factors)
  }

  /// Returns the relevance of an object.
  ///
  /// - Parameters:
  ///   - frequencies: The number of occurrences of each phrase, each multiplied by the weight of its text.
  ///   - length: The number of tokens in all texts.
  package func relevance(_ frequencies: [Double], length: Int, _ factors: [Double]) -> Double {
    guard let statistics, statistics.tokenCount > 0 else { return 0 }
    let average = Double(statistics.tokenCount) / Double(statistics.count)
    let (k, b) = (Self.saturation, Self.lengthShare)
    var sum = 0.0
    for phrase in query.phrases.indices where query.isWanted[phrase] {
      let frequency = frequencies[phrase]
      sum +=
        factors[phrase]
        * ((frequency * (k + 1))
          / (frequency + k * (1 - b + b * Double(length) / average)))
    }
    return sum
  }

  /// The factor of each phrase: the fewer objects have it, the more it counts.
  package var factors: [Double] {
    guard let statistics else { return query.phrases.map { _ in 0 } }
    return statistics.holders.map { holders in
      let factor = log(
        (Double(statistics.count) - Double(holders) + 0.5) / (Double(holders) + 0.5))
      return factor > 0 ? factor : Self.leastFactor
    }
  }

  /// Returns the relevance of an object with the given texts, in the order of the paths.
  package func relevance(of texts: some Sequence<AttributeValue>) -> Double {
    var scan = SearchScan(query)
    for (index, value) in texts.enumerated() {
      if case .string(let text) = value { scan.read(text, of: index, weight: weights[index]) }
    }
    return relevance(scan, factors)
  }
}

extension SearchRanking {
  /// Parses the arguments of the function ``FetchExpression/Function/relevance``. Returns `nil` if the query of the
  /// order is not known yet.
  package init?(_ expression: FetchExpression) {
    guard case .function(.relevance, let arguments) = expression, arguments.count > 5,
      case .constant(.string(let source)) = arguments[0],
      case .constant(.bool(let isOfWords)) = arguments[1],
      case .constant(.list(let weights)) = arguments[2],
      case .constant(.list(let searched)) = arguments[4]
    else { return nil }
    self.init(
      source, isOfWords ? .words : .trigrams,
      arguments[5...].map { if case .keyPath(let path) = $0 { path } else { [] } },
      weights.map { if case .double(let weight) = $0 { weight } else { 1 } },
      searched: searched.map { if case .int(let position) = $0 { Int(position) } else { 0 } })
    if case .constant(.list(let numbers)) = arguments[3] {
      let numbers = numbers.map { if case .int(let number) = $0 { Int(number) } else { 0 } }
      statistics = SearchStatistics(
        count: numbers[0], tokenCount: numbers[1], holders: Array(numbers[2...]))
    }
  }

  /// The ranking as an expression, which contains everything that the relevance of an object depends on.
  package var expression: FetchExpression {
    let numbers = statistics.map { [$0.count, $0.tokenCount] + $0.holders }
    return .function(
      .relevance,
      [
        .constant(.string(source)), .constant(.bool(query.tokenizer == .words)),
        .constant(.list(weights.map(AttributeValue.double))),
        .constant(numbers.map { .list($0.map { .int(Int64($0)) }) } ?? .null),
        .constant(.list(searched.map { .int(Int64($0)) })),
      ] + paths.map(FetchExpression.keyPath))
  }
}

extension FetchExpression {
  /// Whether the expression is the relevance of an object for the search in a condition.
  package var isRelevance: Bool {
    if case .function(.relevance, _) = self { true } else { false }
  }
}
