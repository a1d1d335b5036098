/// Divides text into tokens. It keeps its memory, so one reader should read many texts.
package struct TokenReader {
  private let tokenizer: FullTextTokenizer
  private var token: ContiguousArray<UInt8> = []
  /// The starts of the last three characters of a sequence, in ``token`` and in the text.
  private var starts: [(folded: Int, source: Int)] = []

  /// Creates a reader.
  package init(_ tokenizer: FullTextTokenizer) { self.tokenizer = tokenizer }

  /// Calls a closure for each token of a text, in order.
  ///
  /// - Parameters:
  ///   - text: A text in UTF-8. Invalid bytes separate words.
  ///   - body: A closure that receives the folded bytes of a token and its range in the text. If it returns `false`,
  ///     the method returns.
  package mutating func forEachToken(
    of text: UnsafeBufferPointer<UInt8>,
    _ body: (_ token: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool
  ) {
    switch tokenizer {
    case .words: forEachWord(of: text, body)
    case .trigrams: forEachTrigram(of: text, body)
    }
  }

  private mutating func forEachWord(
    of text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) {
    token.removeAll(keepingCapacity: true)
    var (position, start, end) = (0, 0, 0)
    while position < text.count {
      let byte = text[position]
      var length = 1
      var isPart = false
      if byte < 0x80 {
        let letter = byte | 0x20
        isPart = letter &- 0x61 < 26 || byte &- 0x30 < 10
        if isPart { token.append(byte &- 0x41 < 26 ? letter : byte) }
      } else if let (scalar, count) = text.scalar(at: position) {
        length = count
        isPart = scalar.isPartOfWord
        if isPart { token.appendFolded(scalar) }
      }
      if isPart {
        if end == start { start = position }
        end = position + length
      } else if end > start {
        if !token.isEmpty {
          guard token.withUnsafeBufferPointer({ body($0, start..<end) }) else { return }
          token.removeAll(keepingCapacity: true)
        }
        (start, end) = (0, 0)
      }
      position += length
    }
    if end > start, !token.isEmpty { _ = token.withUnsafeBufferPointer { body($0, start..<end) } }
  }

  private mutating func forEachTrigram(
    of text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) {
    token.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    var position = 0
    while position < text.count {
      let (scalar, length) = text.scalar(at: position) ?? (" ", 1)
      let former = token.count
      token.appendFolded(scalar)
      if token.count > former {
        starts.append((former, position))
        if starts.count >= 3 {
          let first = starts[starts.count - 3]
          let isWanted = token.withUnsafeBufferPointer { bytes in
            body(
              UnsafeBufferPointer(rebasing: bytes[first.folded...]),
              first.source..<position + length)
          }
          if !isWanted { return }
        }
      }
      position += length
    }
  }

  /// Returns the tokens of a text, and their ranges in its UTF-8 bytes.
  package mutating func tokens(of text: String) -> [(bytes: [UInt8], range: Range<Int>)] {
    var tokens: [(bytes: [UInt8], range: Range<Int>)] = []
    forEachToken(of: text) { token, range in
      tokens.append((Array(token), range))
      return true
    }
    return tokens
  }

  /// Calls a closure for each token of a text, in order.
  package mutating func forEachToken(
    of text: String,
    _ body: (_ token: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool
  ) {
    var text = text
    text.withUTF8 { forEachToken(of: $0, body) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Decodes the scalar at a position. Returns `nil` for invalid bytes.
  fileprivate func scalar(at position: Int) -> (scalar: Unicode.Scalar, length: Int)? {
    let byte = UInt32(self[position])
    if byte < 0x80 { return (Unicode.Scalar(UInt8(byte)), 1) }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    guard byte >= 0xC2, byte < 0xF5, position + length <= count else { return nil }
    var value = byte & (0xFF >> (UInt32(length) + 1))
    for next in self[position + 1..<position + length] {
      guard next & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(next & 0x3F)
    }
    return Unicode.Scalar(value).map { ($0, length) }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar belongs to a word: a letter, a digit, a mark or a character of private use.
  fileprivate var isPartOfWord: Bool {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark,
      .privateUse:
      true
    default: false
    }
  }
}

extension ContiguousArray<UInt8> {
  /// Appends a scalar without its case and its diacritics. A diacritic itself is left out.
  fileprivate mutating func appendFolded(_ scalar: Unicode.Scalar) {
    if scalar.value < 0x80 {
      let byte = UInt8(truncatingIfNeeded: scalar.value)
      append(byte &- 0x41 < 26 ? byte | 0x20 : byte)
    } else if !scalar.isDiacritic,
      let folded = UTF8.encode(TextPattern.CaseFolding.fold(scalar.baseLetter))
    {
      append(contentsOf: folded)
    }
  }
}
