/// A table of places in a text, from which any other is found in constant time.
///
/// It has an entry for each kilobyte, not for each line: a file of one line of 20 MB is as
/// quick, and a file of a million lines as small.
package struct LineIndex: Sendable {
  private let text: JSONText
  private let marks: [PositionWalker]
  private static let distance = 1_024

  /// Walks through the text once.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package init(_ text: JSONText) {
    self.text = text
    var walker = PositionWalker(text)
    var marks = [walker]
    while walker.offset + Self.distance < text.count {
      walker.advance(to: walker.offset + Self.distance, in: text.bytes)
      marks.append(walker)
    }
    self.marks = marks
  }

  /// The line and column of a byte offset in the file; inside a character, that character's.
  package func position(of offset: Int) -> TextPosition {
    let local = offset - text.origin.offset
    // A mark can lie inside a character, which has at most three bytes more than its first.
    let mark = max(0, local - 3 - marks[0].offset) / Self.distance
    return marks[min(mark, marks.count - 1)].position(of: local, in: text)
  }
}

extension JSONText {
  /// The line and column of a byte offset in the file; inside a character, that character's.
  ///
  /// - Complexity: O(*n*) in the offset; ``LineIndex`` is for many look-ups.
  package func position(of offset: Int) -> TextPosition {
    PositionWalker(self).position(of: offset - origin.offset, in: self)
  }
}

/// Counts lines and columns on the way through a text.
private struct PositionWalker: Sendable {
  /// The number of bytes behind it, from the start of the text.
  private(set) var offset: Int
  private var line = 1
  private var column = 1

  /// Stands before the first character; a byte order mark is none.
  init(_ text: JSONText) { offset = text.contentOffset }

  mutating func advance(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    while offset < end {
      let byte = bytes[offset]
      offset += 1
      if byte == 0x0A || byte == 0x0D && (offset == bytes.count || bytes[offset] != 0x0A) {
        line += 1
        column = 1
      } else if !Self.isContinuation(byte) {
        column += 1
      }
    }
  }

  /// The position of an offset at or behind this place, clamped to the text.
  consuming func position(of end: Int, in text: JSONText) -> TextPosition {
    let bytes = text.bytes
    let end = min(end, bytes.count)
    var first = end
    while first > offset && first < bytes.count && Self.isContinuation(bytes[first]) { first -= 1 }
    let isInside = first < end && bytes[first] >= 0xC0
    advance(to: isInside ? first : end, in: bytes)
    return TextPosition(line: line + text.origin.line, column: column)
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
