/// The condition that a search text expresses: words, prefixes and phrases, combined by AND, OR and NOT.
///
/// Every text is a valid query. The parser ignores signs without words, operators without operands, and quotation marks
/// and parentheses without a partner. A query without words finds nothing.
package struct SearchQuery: Sendable {
  /// A part of a query.
  package indirect enum Node: Sendable {
    /// A phrase, given by its position in ``SearchQuery/phrases``.
    case phrase(Int)
    case and([Node])
    case or([Node])
    case not(Node)
  }

  /// Consecutive words.
  package struct Phrase: Hashable, Sendable {
    /// The folded words.
    package var tokens: [[UInt8]]
    /// The folded text. Its tokens are the tokens of the phrase.
    package var text: String
    /// Whether the last token is the start of a word.
    package var isPrefix: Bool
    /// The positions of the properties to search; `nil` for all properties.
    package var properties: [Int]?
  }

  /// The whole query; `nil` if it has no words.
  package private(set) var root: Node?
  /// The phrases, in reading order.
  package private(set) var phrases: [Phrase] = []
  /// Whether each phrase contributes to relevance, because an object with it is wanted.
  package private(set) var isWanted: [Bool] = []
  package let tokenizer: FullTextTokenizer

  /// Parses a query.
  ///
  /// - Parameters:
  ///   - text: The query. `title:dune` searches one of the properties.
  ///   - properties: The names of the properties. They can be paths.
  package init(
    _ text: String, tokenizer: FullTextTokenizer = .words, properties: [String] = []
  ) {
    self.tokenizer = tokenizer
    var parser = SearchParser(text, tokenizer, properties)
    root = parser.parse()
    phrases = parser.phrases
    isWanted = Array(repeating: false, count: phrases.count)
    if let root { markWanted(root, true) }
  }

  /// Returns the query that consists of one of the phrases.
  package func only(_ phrase: Int) -> SearchQuery {
    var query = self
    (query.phrases, query.isWanted, query.root) = ([phrases[phrase]], [true], .phrase(0))
    return query
  }

  /// Returns the query for properties among which the searched ones have the given positions.
  package func placed(at positions: [Int]) -> SearchQuery {
    var query = self
    for index in query.phrases.indices {
      query.phrases[index].properties =
        query.phrases[index].properties?.map { positions[$0] } ?? positions
    }
    return query
  }

  private mutating func markWanted(_ node: Node, _ isPositive: Bool) {
    switch node {
    case .phrase(let phrase): isWanted[phrase] = isPositive
    case .and(let parts), .or(let parts): for part in parts { markWanted(part, isPositive) }
    case .not(let part): markWanted(part, !isPositive)
    }
  }

  /// Returns whether texts satisfy the query, given a closure that returns whether a phrase occurs in them.
  package func holds(_ occurs: (Int) -> Bool) -> Bool { root.map { holds($0, occurs) } ?? false }

  private func holds(_ node: Node, _ occurs: (Int) -> Bool) -> Bool {
    switch node {
    case .phrase(let phrase): occurs(phrase)
    case .and(let parts): parts.allSatisfy { holds($0, occurs) }
    case .or(let parts): parts.contains { holds($0, occurs) }
    case .not(let part): !holds(part, occurs)
    }
  }
}

/// A parser for queries. It reads the text once and accepts all texts.
private struct SearchParser {
  private enum Sign: Equatable {
    /// A parenthesis, with the property that all words in it are searched in.
    case open(Int?)
    case close, and, or, not
    case phrase(Int)
    /// A word without letters and digits, such as `&`.
    case nothing
  }

  private let text: [UInt8]
  private let properties: [String]
  private var tokens: TokenReader
  private let tokenizer: FullTextTokenizer
  private var position = 0
  private var sign: Sign?
  private var depth = 0
  /// The property that is named before the present parentheses.
  private var scope: Int?
  private(set) var phrases: [SearchQuery.Phrase] = []

  /// The maximum depth of parentheses. Deeper ones are ignored.
  private static let deepest = 32

  init(_ text: String, _ tokenizer: FullTextTokenizer, _ properties: [String]) {
    self.text = Array(text.utf8)
    self.properties = properties
    self.tokenizer = tokenizer
    tokens = TokenReader(tokenizer)
  }

  mutating func parse() -> SearchQuery.Node? {
    advance()
    var parts: [SearchQuery.Node] = []
    while sign != nil {
      if let part = alternatives() { parts.append(part) }
      // A closing parenthesis without an opening one.
      if sign != nil { advance() }
    }
    return joined(parts, SearchQuery.Node.and)
  }

  /// Reads parts joined by OR.
  private mutating func alternatives() -> SearchQuery.Node? {
    var parts = [conjunction()].compactMap(\.self)
    while sign == .or {
      advance()
      if let part = conjunction() { parts.append(part) }
    }
    return joined(parts, SearchQuery.Node.or)
  }

  /// Reads parts that must all hold. Between them, AND may be left out.
  private mutating func conjunction() -> SearchQuery.Node? {
    var parts: [SearchQuery.Node] = []
    while let sign, sign != .or, sign != .close {
      if sign == .and {
        advance()
      } else if let part = operand() {
        parts.append(part)
      }
    }
    return joined(parts, SearchQuery.Node.and)
  }

  private mutating func operand() -> SearchQuery.Node? {
    var isNegated = false
    while sign == .not {
      isNegated.toggle()
      advance()
    }
    var node: SearchQuery.Node?
    switch sign {
    case .open(let property):
      let outer = scope
      scope = property ?? outer
      advance()
      node = alternatives()
      scope = outer
      if sign == .close {
        depth -= 1
        advance()
      }
    case .phrase(let phrase):
      node = .phrase(phrase)
      advance()
    case .nothing: advance()
    case .and, .or, .not, .close, nil: break
    }
    return isNegated ? node.map(SearchQuery.Node.not) : node
  }

  private func joined(
    _ parts: [SearchQuery.Node], _ join: ([SearchQuery.Node]) -> SearchQuery.Node
  ) -> SearchQuery.Node? {
    parts.count < 2 ? parts.first : join(parts)
  }

  // MARK: Signs

  private mutating func advance() {
    sign = nil
    while sign == nil, position < text.count { sign = nextSign() }
  }

  /// Reads a sign; `nil` for a character without a meaning.
  private mutating func nextSign() -> Sign? {
    switch text[position] {
    case let byte where byte.isSpace: position += 1
    case UInt8(ascii: "("):
      position += 1
      if depth < Self.deepest {
        depth += 1
        return .open(nil)
      }
    case UInt8(ascii: ")"):
      position += 1
      if depth > 0 { return .close }
    case UInt8(ascii: "-") where position + 1 < text.count && !text[position + 1].isSpace:
      position += 1
      return .not
    default: return word()
    }
    return nil
  }

  private mutating func word() -> Sign {
    var (property, isFiltered) = (scope, false)
    if let (found, length) = filter() {
      (property, isFiltered) = (found, true)
      position += length
      while position < text.count, text[position].isSpace { position += 1 }
      if position == text.count { return .nothing }
      if text[position] == UInt8(ascii: "("), depth < Self.deepest {
        position += 1
        depth += 1
        return .open(found)
      }
    }
    if position < text.count, text[position] == UInt8(ascii: "\"") {
      let start = position + 1
      let end = text[start...].firstIndex(of: UInt8(ascii: "\"")) ?? text.count
      position = min(end + 1, text.count)
      var isPrefix = false
      if position < text.count, text[position] == UInt8(ascii: "*") {
        isPrefix = true
        position += 1
      }
      return phrase(text[start..<end], isPrefix, property)
    }
    let start = position
    while position < text.count, !text[position].isSpace, !text[position].isDelimiter {
      position += 1
    }
    var word = text[start..<position]
    if !isFiltered {
      if word.elementsEqual("AND".utf8) { return .and }
      if word.elementsEqual("OR".utf8) { return .or }
      if word.elementsEqual("NOT".utf8) { return .not }
    }
    // A trigram may have any characters, but signs around a word have no meaning.
    if tokenizer == .trigrams {
      word = word.drop(while: \.isSign)
      while let last = word.last, last.isSign { word = word.dropLast() }
    }
    return phrase(word, false, property)
  }

  /// Returns the property that is named before the next word, and the length of its name with the colon.
  private func filter() -> (property: Int, length: Int)? {
    let rest = text[position...]
    for (index, name) in properties.enumerated() where !name.isEmpty {
      let length = name.utf8.count
      if rest.count > length, rest.starts(with: name.utf8),
        rest[position + length] == UInt8(ascii: ":")
      {
        return (index, length + 1)
      }
    }
    return nil
  }

  private mutating func phrase(
    _ source: ArraySlice<UInt8>, _ isPrefix: Bool, _ property: Int?
  ) -> Sign {
    let ranges = tokens.tokens(of: String(decoding: source, as: UTF8.self))
    guard let last = ranges.last else { return .nothing }
    let found = ranges.map(\.bytes)
    // The sign belongs to the last word, whatever follows.
    let end = source.startIndex + last.range.upperBound
    let isStart = isPrefix || end < source.endIndex && source[end] == UInt8(ascii: "*")
    let text =
      switch tokenizer {
      case .words: found.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
      case .trigrams: String(decoding: source, as: UTF8.self)
      }
    phrases.append(
      SearchQuery.Phrase(
        tokens: found, text: text, isPrefix: isStart && tokenizer == .words,
        properties: property.map { [$0] }))
    return .phrase(phrases.count - 1)
  }
}

extension UInt8 {
  fileprivate var isSpace: Bool { self == 0x20 || 0x09...0x0D ~= self || self == 0 }
  /// Whether the byte is an ASCII character other than a letter, a digit and the underscore.
  fileprivate var isSign: Bool {
    self < 0x80 && !(0x30...0x39 ~= self || 0x61...0x7A ~= self | 0x20 || self == 0x5F)
  }
  fileprivate var isDelimiter: Bool {
    self == UInt8(ascii: "\"") || self == UInt8(ascii: "(") || self == UInt8(ascii: ")")
  }
}
