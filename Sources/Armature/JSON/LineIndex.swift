/// A table that finds the line and column of any position in a text, in constant time.
package struct LineIndex: Sendable {
  private let text: JSONText
  private var marks: LineMarks

  /// Creates the index in a single pass over the text.
  ///
  /// - Complexity: O(*n*) in the bytes of the text.
  package init(_ text: JSONText) {
    self.text = text
    marks = LineMarks(from: text.contentOffset)
    marks.extend(to: text.count, in: text.bytes)
  }

  /// Returns the line and column of a byte offset in the file; within a character, the result is the position of the
  /// character.
  package func position(of offset: Int) -> TextPosition {
    text.located(marks.position(of: offset - text.origin.offset, in: text.bytes))
  }
}

extension JSONText {
  /// Returns the line and column of a byte offset in the file; within a character, the result is the position of the
  /// character.
  ///
  /// - Complexity: O(*n*) in the offset; use ``LineIndex`` for many lookups.
  package func position(of offset: Int) -> TextPosition {
    located(LineMarks(from: contentOffset).position(of: offset - origin.offset, in: bytes))
  }

  /// Returns a position in the text as a position in the file.
  fileprivate func located(_ position: TextPosition) -> TextPosition {
    TextPosition(line: position.line + origin.line, column: position.column)
  }
}

/// The lines and columns of some places in a text, one for each kilobyte.
///
/// With a place for each line instead, the table would be slow for a file with a single line of 20 MB, and large for a
/// file with a million lines.
struct LineMarks: Sendable {
  private var marks: [PositionWalker]
  private static let distance = 1_024

  /// Starts at the first character of a text.
  init(from start: Int) { marks = [PositionWalker(offset: start)] }

  /// Marks places up to an offset before or at the end of a text, in a single pass from the last mark.
  mutating func extend(to end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    guard var walker = marks.last else { return }
    while walker.offset + Self.distance < end {
      walker.advance(to: walker.offset + Self.distance, in: bytes)
      marks.append(walker)
    }
  }

  /// Returns the line and column of an offset in a text.
  func position(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> TextPosition {
    // A mark can be inside a character, which has at most three bytes after its first.
    let mark = max(0, offset - 3 - marks[0].offset) / Self.distance
    return marks[min(mark, marks.count - 1)].position(of: offset, in: bytes)
  }
}

/// Counts lines and columns on the way through a text.
private struct PositionWalker: Sendable {
  /// The number of bytes before it, from the start of the text.
  private(set) var offset: Int
  private var line = 1
  private var column = 1

  init(offset: Int) { self.offset = offset }

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
  consuming func position(of end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> TextPosition {
    let end = min(end, bytes.count)
    var first = end
    while first > offset && first < bytes.count && Self.isContinuation(bytes[first]) { first -= 1 }
    let isInside = first < end && bytes[first] >= 0xC0
    advance(to: isInside ? first : end, in: bytes)
    return TextPosition(line: line, column: column)
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }
}
