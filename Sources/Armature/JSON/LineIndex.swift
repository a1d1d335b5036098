/// A table that finds the line and column of any position in a text, in constant time.
///
/// The table has an entry for each kilobyte of the text. With an entry for each line instead, the table would be slow
/// for a file with a single line of 20 MB, and large for a file with a million lines.
package struct LineIndex: Sendable {
  private let text: JSONText
  private let marks: [PositionWalker]
  private static let distance = 1_024

  /// Creates the index in a single pass over the text.
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

  /// Returns the line and column of a byte offset in the file; within a character, the result is the position of the
  /// character.
  package func position(of offset: Int) -> TextPosition {
    let local = offset - text.origin.offset
    // A mark can be inside a character, which has at most three bytes after its first.
    let mark = max(0, local - 3 - marks[0].offset) / Self.distance
    return marks[min(mark, marks.count - 1)].position(of: local, in: text)
  }
}

extension JSONText {
  /// Returns the line and column of a byte offset in the file; within a character, the result is the position of the
  /// character.
  ///
  /// - Complexity: O(*n*) in the offset; use ``LineIndex`` for many lookups.
  package func position(of offset: Int) -> TextPosition {
    PositionWalker(self).position(of: offset - origin.offset, in: self)
  }
}

/// Counts lines and columns on the way through a text.
private struct PositionWalker: Sendable {
  /// The number of bytes before it, from the start of the text.
  private(set) var offset: Int
  private var line = 1
  private var column = 1

  /// Starts before the first character, after a byte order mark.
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

  /// Returns the position of an offset at or after this place, clamped to the text.
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
