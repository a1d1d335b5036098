import ArmatureModel

/// A query in the language of FTS5.
///
/// FTS5 has no negation of a whole query. Every query is therefore written as the rows that match it, or as the rows that
/// don't.
struct SQLiteMatch {
  let text: String
  /// Whether the wanted rows are those that do not match.
  let isNegated: Bool

  /// The maximum number of phrases. FTS5 has no limit for phrases side by side, and the depth of a query is limited.
  private static let mostPhrases = 5_000

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
