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

  /// The maximum length of a word. FTS5 ignores further bytes.
  private static let mostBytes = 32_768

  private mutating func forEachWord(
    of text: UnsafeBufferPointer<UInt8>,
    _ body: (UnsafeBufferPointer<UInt8>, Range<Int>) -> Bool
  ) {
    var position = 0
    while position < text.count {
      let start = position
      while position < text.count, text[position].isPlain { position += 1 }
      if position == text.count || text[position].isSeparator {
        // Most words are equal to their tokens.
        if position > start {
          let word = UnsafeBufferPointer(rebasing: text[start..<position].prefix(Self.mostBytes))
          guard body(word, start..<position) else { return }
        }
        position += 1
        continue
      }
      token.removeAll(keepingCapacity: true)
      token.append(contentsOf: text[start..<position])
      let (end, next) = readWord(of: text, from: position)
      if end > start, !token.isEmpty {
        let isWanted = token.withUnsafeBufferPointer { token in
          body(UnsafeBufferPointer(rebasing: token.prefix(Self.mostBytes)), start..<end)
        }
        if !isWanted { return }
      }
      position = next
    }
  }

  /// Reads the rest of a word into ``token``.
  ///
  /// - Returns: The end of the word, and the position after the character that ends it.
  private mutating func readWord(
    of text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> (end: Int, next: Int) {
    var position = start
    while position < text.count {
      let byte = text[position]
      if byte < 0x80 {
        if byte.isSeparator { return (position, position + 1) }
        token.append(byte.isUppercase ? byte | 0x20 : byte)
        position += 1
      } else {
        guard let (scalar, length) = text.scalar(at: position) else {
          return (position, position + 1)
        }
        let folded = FoldedScalar(scalar)
        let isPart = token.isEmpty ? folded.startsWord : folded.isPartOfWord
        if !isPart { return (position, position + length) }
        folded.append(to: &token)
        position += length
      }
    }
    return (position, position)
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
      if scalar.value == 0 {
        // FTS5 takes it for the end of a text.
        starts.removeAll(keepingCapacity: true)
        position += 1
        continue
      }
      let former = token.count
      FoldedScalar(scalar).append(to: &token)
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

extension UInt8 {
  /// Whether the byte is a lowercase letter or a digit.
  @inline(__always) fileprivate var isPlain: Bool { self &- 0x61 < 26 || self &- 0x30 < 10 }
  @inline(__always) fileprivate var isUppercase: Bool { self &- 0x41 < 26 }
  /// Whether the byte is an ASCII character that belongs to no word.
  @inline(__always) fileprivate var isSeparator: Bool { self < 0x80 && !isPlain && !isUppercase }
}

/// A character without its case and its diacritics. A diacritic itself becomes empty.
///
/// The lowest six bytes of the number are the folded bytes, the first one lowest. The others are their count, and the
/// place of the character in words.
private struct FoldedScalar {
  private let bits: UInt64

  /// The characters of most scripts with cases. Looking one up is faster than asking for its properties.
  private static let common = ContiguousArray(
    (0..<0x530).map { Unicode.Scalar($0).map { FoldedScalar(computing: $0).bits } ?? 0 })

  @inline(__always) init(_ scalar: Unicode.Scalar) {
    let number = Int(scalar.value)
    self =
      number < Self.common.count
      ? FoldedScalar(bits: Self.common[number]) : FoldedScalar(computing: scalar)
  }

  private init(bits: UInt64) { self.bits = bits }

  private init(computing scalar: Unicode.Scalar) {
    let place = scalar.placeInWord
    var bits = place.rawValue << 56
    var bytes: [UInt8] = []
    if !scalar.isDiacritic, !scalar.isInvisible,
      let folded = UTF8.encode(TextPattern.CaseFolding.fold(scalar.baseLetter))
    {
      bytes.append(contentsOf: folded)
    }
    for place in bytes.indices { bits |= UInt64(bytes[place]) << UInt64(place * 8) }
    bits |= UInt64(bytes.count) << 48
    self.bits = bits
  }

  /// Whether the character can be the first one of a word.
  @inline(__always) var startsWord: Bool { bits >> 56 == PlaceInWord.anywhere.rawValue }
  /// Whether the character belongs to the word before it.
  @inline(__always) var isPartOfWord: Bool { bits >> 56 != PlaceInWord.nowhere.rawValue }

  @inline(__always) func append(to token: inout ContiguousArray<UInt8>) {
    var rest = bits
    for _ in 0..<(bits >> 48) & 0xFF {
      token.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}

private enum PlaceInWord: UInt64 {
  case nowhere
  /// A mark, or a character of the layout.
  case afterFirst
  /// A letter, a digit, or a character of private use.
  case anywhere
}

extension Unicode.Scalar {
  fileprivate var placeInWord: PlaceInWord {
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      .anywhere
    case .nonspacingMark, .spacingMark, .enclosingMark, .format: .afterFirst
    default: .nowhere
    }
  }

  /// Whether the character changes only the look of its neighbours, such as a soft hyphen or a variation selector.
  fileprivate var isInvisible: Bool {
    properties.generalCategory == .format || 0xFE00...0xFE0F ~= value
  }
}
