/// A Markdown code fence around a document, as language models often write it.
struct PartialFence {
  enum Outcome { case passed, waits, missing }

  /// The number of backticks of the first line; 0 without a fence.
  private var length = 0
  /// The end of the last line.
  private var end: Int?

  /// The maximum number of bytes of the first line.
  private static let limit = 64

  /// Passes a part of a fence at the place of the scanner, and replaces it by spaces.
  mutating func pass(_ text: inout PartialText, _ scanner: borrowing PartialScanner) -> Outcome {
    let start = scanner.position
    let line = text.bytes[start...].prefix(Self.limit)
    let ticks = line.prefix { $0 == UInt8(ascii: "`") }
    if ticks.isEmpty { return .missing }
    let isCut = ticks.endIndex == text.bytes.count
    if scanner.isBeforeDocument, length == 0 {
      if ticks.count < 3 { return isCut ? .waits : .missing }
      guard let lineEnd = line.firstIndex(of: 0x0A) else {
        let isOpen = line.endIndex == text.bytes.count && line.count < Self.limit
        return isOpen && line[ticks.endIndex...].allSatisfy(Self.isPlain) ? .waits : .missing
      }
      guard line[ticks.endIndex..<lineEnd].allSatisfy(Self.isPlain) else { return .missing }
      length = ticks.count
      text.blank(start..<lineEnd)
      return .passed
    }
    guard scanner.isAfterDocument, length > 0 else { return .missing }
    // The last line may have more backticks than the first, and arrive in several pieces.
    guard end == nil ? ticks.count >= length : end == start else {
      return end == nil && isCut ? .waits : .missing
    }
    text.blank(start..<ticks.endIndex)
    end = ticks.endIndex
    return .passed
  }

  /// Returns whether a byte may follow the backticks, as in `json`.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0D || byte == 0x09 || (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
