/// The occurrences of a query's phrases in the texts of one object.
///
/// A scan keeps its memory, so one scan should read many objects.
package struct SearchScan {
  package let query: SearchQuery
  private var reader: TokenReader
  /// The number of occurrences of each phrase, each multiplied by the weight of its text.
  package private(set) var frequencies: [Double]
  /// The number of tokens in all texts.
  package private(set) var length = 0
  /// The phrases of one whole word by the hash of the word, if there are many. Others are compared with each token.
  private let byWord: [UInt64: [Int]]
  private let others: [Int]
  /// With fewer phrases, comparing them all takes less time.
  private static let fewPhrases = 16
  /// For each phrase, the numbers of its tokens that the last tokens of the text agree with.
  private var starts: [[Int]]

  package init(_ query: SearchQuery) {
    self.query = query
    reader = TokenReader(query.tokenizer)
    frequencies = Array(repeating: 0, count: query.phrases.count)
    starts = Array(repeating: [], count: query.phrases.count)
    var (byWord, others) = ([UInt64: [Int]](), [Int]())
    let isLarge = query.phrases.count > Self.fewPhrases
    for (index, phrase) in query.phrases.enumerated() {
      if isLarge, phrase.tokens.count == 1, !phrase.isPrefix {
        byWord[phrase.tokens[0].wordHash, default: []].append(index)
      } else {
        others.append(index)
      }
    }
    (self.byWord, self.others) = (byWord, others)
  }

  /// Starts with another object.
  package mutating func reset() {
    for index in frequencies.indices { frequencies[index] = 0 }
    length = 0
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - property: The position of the text's property.
  ///   - weight: The weight of each occurrence.
  package mutating func read(_ text: String, of property: Int, weight: Double = 1) {
    var text = text
    text.withUTF8 { read($0, of: property, weight: weight) }
  }

  private mutating func read(
    _ text: UnsafeBufferPointer<UInt8>, of property: Int, weight: Double
  ) {
    for index in starts.indices { starts[index].removeAll(keepingCapacity: true) }
    let (phrases, others, byWord) = (query.phrases, others, byWord)
    var (frequencies, starts, length) = (self.frequencies, self.starts, self.length)
    (self.frequencies, self.starts) = ([], [])
    reader.forEachToken(of: text) { token, _ in
      length += 1
      func step(_ index: Int) {
        if let only = phrases[index].properties, !only.contains(property) { return }
        Self.step(phrases[index], &starts[index], &frequencies[index], token, weight)
      }
      for index in others { step(index) }
      if !byWord.isEmpty, let same = byWord[token.wordHash] { for index in same { step(index) } }
      return true
    }
    (self.frequencies, self.starts, self.length) = (frequencies, starts, length)
  }

  /// Takes the next token of a text into account for a phrase.
  @inline(__always) private static func step(
    _ phrase: SearchQuery.Phrase, _ starts: inout [Int], _ frequency: inout Double,
    _ token: UnsafeBufferPointer<UInt8>, _ weight: Double
  ) {
    let last = phrase.tokens.count - 1
    if last == 0 {
      if token.agrees(with: phrase.tokens[0], isPrefix: phrase.isPrefix) { frequency += weight }
      return
    }
    var kept = 0
    for start in starts
    where token.agrees(with: phrase.tokens[start], isPrefix: start == last && phrase.isPrefix) {
      if start == last {
        frequency += weight
      } else {
        starts[kept] = start + 1
        kept += 1
      }
    }
    starts.removeSubrange(kept...)
    if token.agrees(with: phrase.tokens[0], isPrefix: false) { starts.append(1) }
  }

  /// Whether the texts satisfy the query.
  package var holds: Bool { query.holds { frequencies[$0] > 0 } }
}

extension Sequence<UInt8> {
  /// A hash of a word: FNV-1a.
  fileprivate var wordHash: UInt64 {
    reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

extension UnsafeBufferPointer<UInt8> {
  @inline(__always) fileprivate func agrees(with word: [UInt8], isPrefix: Bool) -> Bool {
    guard isPrefix ? count >= word.count : count == word.count else { return false }
    for index in word.indices where self[index] != word[index] { return false }
    return true
  }
}

extension SearchQuery {
  /// Returns whether some texts satisfy the query. A missing text has no words.
  package func holds(for texts: some Sequence<AttributeValue>) -> Bool {
    var scan = SearchScan(self)
    for (index, value) in texts.enumerated() {
      if case .string(let text) = value { scan.read(text, of: index) }
    }
    return scan.holds
  }
}
