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
  ///   - length: The maximum number of words. A word counts as six trigrams.
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
    // More tokens than the text has would be too many.
    let length = Swift.min(tokenizer == .words ? length : length.multiplied(by: 6), tokens.count)
    let best = richest(found, length) ?? (first.tokens.lowerBound, 1)
    let lead = Swift.min(best.start, length / 4, Swift.max(0, length - 1))
    let start = Swift.max(0, Swift.min(best.start - lead, tokens.count - length))
    let window = start..<Swift.min(start + Swift.max(1, length), tokens.count)
    let (isCutAtStart, isCutAtEnd) = (window.lowerBound > 0, window.upperBound < tokens.count)
    let from = isCutAtStart ? text.characterStart(tokens[window.lowerBound].range.lowerBound) : 0
    let end =
      isCutAtEnd
      ? text.characterEnd(tokens[window.upperBound - 1].range.upperBound) : text.utf8.count
    let part = String(text[text.index(from)..<text.index(end)])
    var ranges: [Range<Int>] = []
    for occurrence in found {
      for token in occurrence.tokens.clamped(to: window) {
        let range = tokens[token].range
        let whole = text.characterStart(range.lowerBound)..<text.characterEnd(range.upperBound)
        if let last = ranges.last, whole.lowerBound <= last.upperBound {
          ranges[ranges.count - 1] =
            last.lowerBound..<Swift.max(last.upperBound, whole.upperBound)
        } else {
          ranges.append(whole)
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
    return (excerpt, best.phraseCount)
  }

  /// Returns the start of the window with the most different phrases, and their number.
  ///
  /// - Parameters:
  ///   - found: The places of phrases, in order.
  ///   - length: The number of tokens in a window.
  private func richest(
    _ found: [(phrase: Int, tokens: Range<Int>)], _ length: Int
  ) -> (start: Int, phraseCount: Int)? {
    let byEnd = found.indices.sorted { found[$0].tokens.upperBound < found[$1].tokens.upperBound }
    var counts = Array(repeating: 0, count: phrases.count)
    var isInside = Array(repeating: false, count: found.count)
    var (phraseCount, next) = (0, 0)
    var best: (start: Int, phraseCount: Int)?
    for place in found.indices {
      let start = found[place].tokens.lowerBound
      while next < byEnd.count, found[byEnd[next]].tokens.upperBound <= start + length {
        let entering = byEnd[next]
        next += 1
        if found[entering].tokens.lowerBound < start { continue }
        isInside[entering] = true
        counts[found[entering].phrase] += 1
        if counts[found[entering].phrase] == 1 { phraseCount += 1 }
      }
      if phraseCount > best?.phraseCount ?? 0 { best = (start, phraseCount) }
      // The next window starts later.
      guard isInside[place] else { continue }
      counts[found[place].phrase] -= 1
      if counts[found[place].phrase] == 0 { phraseCount -= 1 }
    }
    return best
  }

  /// Returns the places of the wanted phrases in the tokens of a text, in order.
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
    return found.sorted { $0.tokens.lowerBound < $1.tokens.lowerBound }
  }
}

extension Int {
  /// The product, or the greatest integer if it is too large.
  fileprivate func multiplied(by factor: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: factor)
    return overflow ? .max : product
  }
}

/// Places in a text, as numbers of UTF-8 bytes.
extension String {
  fileprivate func index(_ offset: Int) -> Index { utf8.index(utf8.startIndex, offsetBy: offset) }

  /// The start of the character with a byte.
  fileprivate func characterStart(_ offset: Int) -> Int {
    var offset = offset
    while offset > 0, Index(index(offset), within: self) == nil { offset -= 1 }
    return offset
  }

  /// The end of the character before a byte, or the byte itself if a character starts there.
  fileprivate func characterEnd(_ offset: Int) -> Int {
    var offset = offset
    while offset < utf8.count, Index(index(offset), within: self) == nil { offset += 1 }
    return offset
  }
}
