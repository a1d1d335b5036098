import ArmatureModel

/// A query as a `tsquery`.
///
/// The server's words have no positions in the text, so a phrase finds all rows with its words.
struct PostgreSQLMatch {
  let text: String
  /// Whether the rows with these words are exactly those that satisfy the query.
  let isExact: Bool

  /// The maximum number of words.
  private static let mostWords = 1_000

  /// - Parameter textCount: The number of texts in the index.
  /// - Returns: `nil` if all rows may satisfy the query.
  init?(_ query: SearchQuery, textCount: Int) {
    let count = query.phrases.reduce(0) { $0 + $1.tokens.count } * textCount
    guard let root = query.root, count <= Self.mostWords else { return nil }
    var writer = Writer(query: query, textCount: textCount)
    guard let text = writer.write(root, isWanted: true) else { return nil }
    (self.text, isExact) = (text, writer.isExact)
  }

  /// A word of the server in the text of a query.
  static func quoted(_ word: [UInt8]) -> String {
    let text = String(decoding: word, as: UTF8.self)
    return "'\(text.replacing("\\", with: "\\\\").replacing("'", with: "''"))'"
  }

  private struct Writer {
    let query: SearchQuery
    let textCount: Int
    private(set) var isExact = true

    init(query: SearchQuery, textCount: Int) { (self.query, self.textCount) = (query, textCount) }

    /// Returns a condition that is true for all rows that satisfy a part; `nil` if no other than TRUE is known.
    mutating func write(_ node: SearchQuery.Node, isWanted: Bool) -> String? {
      switch node {
      case .phrase(let phrase): return write(query.phrases[phrase], isWanted: isWanted)
      case .not(let part): return write(part, isWanted: !isWanted).map { "!\($0)" }
      case .and(let parts): return join(parts, " & ", isWanted: isWanted, isAll: isWanted)
      case .or(let parts): return join(parts, " | ", isWanted: isWanted, isAll: !isWanted)
      }
    }

    /// - Parameter isAll: Whether a part without a condition can be left out.
    private mutating func join(
      _ parts: [SearchQuery.Node], _ sign: String, isWanted: Bool, isAll: Bool
    ) -> String? {
      let all = parts.map { write($0, isWanted: isWanted) }
      let known = all.compactMap(\.self)
      if known.isEmpty || !isAll && known.count < all.count { return nil }
      return known.count == 1 ? known[0] : "(\(known.joined(separator: sign)))"
    }

    private mutating func write(_ phrase: SearchQuery.Phrase, isWanted: Bool) -> String? {
      let isPhrase = phrase.tokens.count > 1
      // The start of a long word may be that of a longer one.
      let isLong = phrase.isPrefix && phrase.tokens.last.map(PostgreSQLWord.isLong) == true
      if isPhrase || isLong { isExact = false }
      if isLong || isPhrase && !isWanted { return nil }
      let texts = (phrase.properties ?? Array(0..<textCount)).map { text in
        let words = phrase.tokens.enumerated().map { position, token in
          let word = PostgreSQLMatch.quoted(PostgreSQLWord.bytes(token, text: text))
          return phrase.isPrefix && position == phrase.tokens.count - 1 ? "\(word):*" : word
        }
        return words.count == 1 ? words[0] : "(\(words.joined(separator: " & ")))"
      }
      return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: " | ")))"
    }
  }
}
