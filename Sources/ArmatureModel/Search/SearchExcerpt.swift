/// A part of a text with the words that a search has found in it.
///
/// ```swift
/// if let excerpt = try book.excerpt(matching: "herb*") {
///   let found = excerpt.matches.map { excerpt.text[$0] }
///   print(excerpt.property, excerpt.text, found)  // author.name Frank Herbert ["Herbert"]
/// }
/// ```
/// An excerpt has ranges instead of markup, so each program shows the words in its own way.
public struct SearchExcerpt: Hashable, Sendable {
  /// The property of the text, which may be a path such as `author.name`.
  public let property: String
  /// The part of the text.
  public let text: String
  /// The ranges of the found words in ``text``, in order. They do not overlap.
  public let matches: [Range<String.Index>]
  /// A Boolean value that indicates whether the whole text begins before the excerpt.
  public let isCutAtStart: Bool
  /// A Boolean value that indicates whether the whole text goes on after the excerpt.
  public let isCutAtEnd: Bool
}

extension SearchQuery {
  /// Returns the part of a text with the most words of the query.
  ///
  /// - Parameters:
  ///   - position: The position of the text's property.
  ///   - length: The maximum number of words.
  /// - Returns: The excerpt with the number of different phrases in it, or `nil` if the text has none of them.
  package func excerpt(
    of text: String, _ property: String, at position: Int, length: Int
  ) -> (excerpt: SearchExcerpt, phraseCount: Int)? {
    var text = text
    text.makeContiguousUTF8()
    var reader = TokenReader(tokenizer)
    let tokens = reader.tokens(of: text)
    let found = occurrences(in: tokens.map(\.bytes), at: position)
    guard let first = found.first else { return nil }
    // The window that starts shortly before an occurrence and has the most different phrases.
    var best = (start: first.tokens.lowerBound, phrases: Set<Int>())
    for start in Set(found.map(\.tokens.lowerBound)).sorted() {
      let phrases = Set(
        found.filter { $0.tokens.lowerBound >= start && $0.tokens.upperBound <= start + length }
          .map(\.phrase))
      if phrases.count > best.phrases.count { best = (start, phrases) }
    }
    let lead = Swift.min(best.start, length / 4, Swift.max(0, length - 1))
    let start = Swift.max(0, Swift.min(best.start - lead, tokens.count - length))
    let window = start..<Swift.min(start + Swift.max(1, length), tokens.count)
    let bytes = text.utf8
    func index(_ offset: Int) -> String.Index { bytes.index(bytes.startIndex, offsetBy: offset) }
    let (isCutAtStart, isCutAtEnd) = (window.lowerBound > 0, window.upperBound < tokens.count)
    let from = isCutAtStart ? tokens[window.lowerBound].range.lowerBound : 0
    let end = isCutAtEnd ? tokens[window.upperBound - 1].range.upperBound : bytes.count
    let part = String(text[index(from)..<index(end)])
    var ranges: [Range<Int>] = []
    for occurrence in found.sorted(by: { $0.tokens.lowerBound < $1.tokens.lowerBound }) {
      for token in occurrence.tokens.clamped(to: window) {
        let range = tokens[token].range
        if let last = ranges.last, range.lowerBound <= last.upperBound {
          ranges[ranges.count - 1] =
            last.lowerBound..<Swift.max(last.upperBound, range.upperBound)
        } else {
          ranges.append(range)
        }
      }
    }
    let partBytes = part.utf8
    let matches = ranges.map { range in
      partBytes.index(
        partBytes.startIndex, offsetBy: range.lowerBound - from)..<partBytes.index(
          partBytes.startIndex, offsetBy: range.upperBound - from)
    }
    let excerpt = SearchExcerpt(
      property: property, text: part, matches: matches, isCutAtStart: isCutAtStart,
      isCutAtEnd: isCutAtEnd)
    return (excerpt, best.phrases.count)
  }

  /// Returns the places of the wanted phrases in the tokens of a text.
  private func occurrences(
    in tokens: [[UInt8]], at position: Int
  ) -> [(phrase: Int, tokens: Range<Int>)] {
    var found: [(phrase: Int, tokens: Range<Int>)] = []
    for (number, phrase) in phrases.enumerated() where isWanted[number] {
      if let only = phrase.properties, !only.contains(position) { continue }
      let length = phrase.tokens.count
      guard length <= tokens.count else { continue }
      for start in 0...tokens.count - length {
        let agrees = phrase.tokens.indices.allSatisfy { index in
          let token = tokens[start + index]
          return phrase.isPrefix && index == length - 1
            ? token.starts(with: phrase.tokens[index]) : token == phrase.tokens[index]
        }
        if agrees { found.append((number, start..<start + length)) }
      }
    }
    return found
  }
}
