import ArmatureModel

/// Reads JSON (RFC 8259) from start to end, one token at a time, with as few copies as possible.
///
/// The caller follows the structure of the text. For example, this loop reads the members of an object:
///
///     var isMore = try cursor.enterObject()
///     while isMore {
///       let key = try cursor.key()
///       … exactly one of string(), number(), bool(), null(), skipValue(), enterArray()…
///       isMore = try cursor.nextMember()
///     }
///
/// After an error, the position of the cursor is undefined, and you can only continue with ``nextLine()``.
///
/// Invariant: `next` never passes `end`. The byte at `end` is a zero, or a line break if each line is a text of its
/// own. This byte ends every token, so loops don't need to test for the end. At least 15 bytes after `end` can be read,
/// so the cursor can read words of 8 bytes anywhere.
package struct JSONCursor: ~Copyable {
  /// The text, which owns the bytes.
  package let text: JSONText
  /// The next byte to read.
  var next: UnsafePointer<UInt8>
  /// The end of the text, or of the current line.
  var end: UnsafePointer<UInt8>
  /// The start of the line after the current one.
  var nextLineStart: UnsafePointer<UInt8>
  /// The number of enclosing arrays and objects.
  var depth = 0
  let depthLimit: Int
  /// A byte for each level of `skipValue()`, which is true in an object.
  private(set) var levels: UnsafeMutablePointer<Bool>
  /// The number of allocated levels, which grows on demand.
  private(set) var levelCapacity = 64
  /// The bytes of a string with escapes.
  var scratch = JSONScratch()

  /// The limit of most readers, including Foundation's.
  package static let defaultDepthLimit = JSONValueParser.depthLimit

  /// Creates a cursor before the first character of a text.
  ///
  /// - Parameter depthLimit: The maximum number of arrays and objects around a value, at least 1.
  package init(_ text: JSONText, depthLimit: Int = defaultDepthLimit) {
    self.text = text
    self.depthLimit = max(1, depthLimit)
    next = text.start + text.contentOffset
    end = text.start + text.count
    nextLineStart = end
    levels = .allocate(capacity: levelCapacity)
  }

  /// Creates a cursor before a value within a text that was read before.
  init(_ text: JSONText, at offset: Int, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    next = text.start + (offset - text.origin.offset)
  }

  deinit { levels.deallocate() }

  /// Doubles the number of allocated levels.
  @inline(never) mutating func growLevels() {
    let larger = UnsafeMutablePointer<Bool>.allocate(capacity: levelCapacity * 2)
    larger.moveInitialize(from: levels, count: levelCapacity)
    levels.deallocate()
    levels = larger
    levelCapacity *= 2
  }

  /// The byte offset of the cursor in the file: the end of the last token, or after ``peek()`` the start of the next
  /// one.
  package var offset: Int { offset(of: next) }

  /// Returns the kind of the next value or throws if no value follows.
  @_transparent
  package mutating func peek() throws(JSONSyntaxError) -> JSONToken {
    skipWhitespace()
    let byte = next.pointee
    if byte == 0x22 { return .string }
    if byte &- 0x30 < 10 || byte == 0x2D { return .number }
    switch byte {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x74: return .true
    case 0x66: return .false
    case 0x6E: return .null
    default: throw unexpected(at: next, expected: .value)
    }
  }

  /// Checks that only white space follows.
  package mutating func finish() throws(JSONSyntaxError) {
    skipWhitespace()
    if next != end { throw unexpected(at: next, expected: .endOfText) }
  }

  /// Enters an object; returns false if it is empty, and leaves it.
  @_transparent
  package mutating func enterObject() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if next.pointee != 0x7B { throw unexpected(at: next, expected: .object) }
    if depth == depthLimit { throw tooDeep(at: next) }
    next += 1
    skipWhitespace()
    if next.pointee == 0x7D {
      next += 1
      return false
    }
    if next.pointee != 0x22 { throw unexpected(at: next, expected: .firstKeyOrEnd) }
    depth &+= 1
    return true
  }

  /// Continues after the value of a member; returns false at the end of the object, and leaves it.
  @_transparent
  package mutating func nextMember() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    let byte = next.pointee
    if byte == 0x2C {
      next += 1
      return true
    }
    if byte != 0x7D { throw unexpected(at: next, expected: .commaOrEndOfObject) }
    next += 1
    depth &-= 1
    return false
  }

  /// Enters an array; returns false if it is empty, and leaves it.
  @_transparent
  package mutating func enterArray() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if next.pointee != 0x5B { throw unexpected(at: next, expected: .array) }
    if depth == depthLimit { throw tooDeep(at: next) }
    next += 1
    skipWhitespace()
    if next.pointee == 0x5D {
      next += 1
      return false
    }
    if next == end { throw unexpected(at: next, expected: .firstValueOrEnd) }
    depth &+= 1
    return true
  }

  /// Continues after an element; returns false at the end of the array, and leaves it.
  @_transparent
  package mutating func nextElement() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    let byte = next.pointee
    if byte == 0x2C {
      next += 1
      return true
    }
    if byte != 0x5D { throw unexpected(at: next, expected: .commaOrEndOfArray) }
    next += 1
    depth &-= 1
    return false
  }

  /// Moves to the first byte that is not white space.
  @_transparent
  package mutating func skipWhitespace() {
    if next.pointee > 0x20 { return }
    if next.pointee == 0x20 && next[1] > 0x20 {
      next += 1
      return
    }
    next = Self.endOfWhitespace(from: next, to: end)
  }

  /// Returns the first byte from `start` on that is not white space, or the end.
  // Usually the white space is empty, a single blank, or a long indentation.
  @inline(never)
  static func endOfWhitespace(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let blanks: UInt64 = 0x2020_2020_2020_2020
    var next = start
    while true {
      switch next.pointee {
      case 0x0A:
        if next == end { return next }
        next += 1
      case 0x20:
        let word = UInt64(littleEndian: UnsafeRawPointer(next).loadUnaligned(as: UInt64.self))
        // The number of bytes below the lowest non-blank one; 8 for all blanks.
        next += (word ^ blanks).trailingZeroBitCount >> 3
      case 0x09, 0x0D:
        next += 1
      default:
        return next
      }
    }
  }
}

extension JSONCursor {
  /// Creates a cursor before the first line of a text with a value per line; ``nextLine()`` moves to it.
  package init(linesOf text: JSONText, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    nextLineStart = next
    next = end
  }

  /// Moves to the next line that is not blank, even after an error in the current line.
  ///
  /// This works because each line contains a complete value: an incomplete value cannot affect the lines after it. Only
  /// `\n` ends a line, because `\r` is white space in JSON.
  ///
  /// - Returns: False at the end of the text.
  package mutating func nextLine() -> Bool {
    let endOfText = text.start + text.count
    depth = 0
    while nextLineStart < endOfText {
      next = nextLineStart
      end = Self.endOfLine(from: next, to: endOfText)
      nextLineStart = end == endOfText ? end : end + 1
      skipWhitespace()
      if next != end { return true }
    }
    next = endOfText
    end = endOfText
    return false
  }

  /// Returns the first line break, or the end; looks at 8 bytes at a time, of which 7 can be after the end.
  static func endOfLine(
    from start: UnsafePointer<UInt8>, to end: UnsafePointer<UInt8>
  ) -> UnsafePointer<UInt8> {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var place = start
    while place < end {
      let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
      let breaks = word ^ (ones &* 0x0A)
      let found = (breaks &- ones) & ~breaks & (ones &* 0x80)
      if found != 0 { return min(place + found.trailingZeroBitCount >> 3, end) }
      place += 8
    }
    return end
  }
}
