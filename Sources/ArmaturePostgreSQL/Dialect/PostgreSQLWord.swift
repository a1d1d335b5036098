import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The words of `tsvector` values.
///
/// A word of the server consists of a letter for the text that contains it, and the word: a search in one of several
/// texts compares both.
enum PostgreSQLWord {
  /// The server's words have at most 2,046 bytes. A longer one becomes its start and a number of the whole.
  private static let mostBytes = 1_000

  /// Returns a word of the server.
  ///
  /// - Parameter text: The position of its text in the index.
  static func bytes(_ word: some Collection<UInt8>, text: Int) -> [UInt8] {
    let letter = Array(String(letter(of: text)).utf8)
    guard isLong(word) else { return letter + word }
    var hasher = FingerprintHasher()
    hasher.add(String(decoding: word, as: UTF8.self))
    // A character may have at most four bytes.
    var start = word.prefix(mostBytes)
    for _ in 0..<3 where String(validating: start, as: UTF8.self) == nil {
      start = start.dropLast()
    }
    return letter + start + [lengthMark] + "\(hasher.fingerprint)".utf8
  }

  /// Returns whether a word is longer than the server's words.
  static func isLong(_ word: some Collection<UInt8>) -> Bool { word.count > mostBytes }

  /// The letter of a text.
  static func letter(of text: Int) -> Character {
    Character(Unicode.Scalar(UInt32(0x61 + text)) ?? "a")
  }

  /// Separates the start of a long word from its number. No word contains this character.
  static let lengthMark: UInt8 = 1
}

/// Writes the words of rows in the server's binary format: the number of words, and each word with its end and the
/// positions where it occurs.
///
/// Positions are only counted: the first occurrence has the position 1. Relevance hardly depends on the occurrences after
/// the last counted one.
struct PostgreSQLWordsWriter {
  private var reader: TokenReader
  private var counts: [[UInt8]: Int] = [:]
  private var size = 0
  /// The number of words in all texts.
  private(set) var length = 0

  /// The number of occurrences in one text that are counted.
  static let mostPositions = 64
  /// The server stores at most 1 MiB of words and positions for each row.
  private static let mostBytes = 1_000_000

  init(_ tokenizer: FullTextTokenizer) { reader = TokenReader(tokenizer) }

  /// Starts with another row.
  mutating func begin() {
    counts.removeAll(keepingCapacity: true)
    (size, length) = (0, 0)
  }

  /// Adds the words of a text.
  mutating func add(_ text: UnsafeBufferPointer<UInt8>, text position: Int) {
    var (counts, size, length) = (counts, size, length)
    self.counts = [:]
    reader.forEachToken(of: text) { token, _ in
      length += 1
      let word = PostgreSQLWord.bytes(token, text: position)
      let count = counts[word] ?? 0
      // The server aligns words, and positions have two bytes.
      let growth = count == 0 ? word.count + 6 : 2
      guard count < Self.mostPositions, size + growth <= Self.mostBytes else { return true }
      size += growth
      counts[word] = count + 1
      return true
    }
    (self.counts, self.size, self.length) = (counts, size, length)
  }

  /// Returns the words of the row.
  func words() -> Data {
    let buffer = ByteBuffer(capacity: size + 16)
    buffer.append(Int32(clamping: counts.count))
    for (word, count) in counts {
      word.withUnsafeBufferPointer(buffer.append)
      buffer.append(UInt8(0))
      buffer.append(UInt16(clamping: count))
      for position in 0..<count { buffer.append(UInt16(clamping: position + 1)) }
    }
    return Data(bytes: buffer.start, count: buffer.count)
  }
}
