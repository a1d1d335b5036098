/// Reads JSON (RFC 8259) from front to back, a token at a time, and copies nothing it need not.
///
/// The caller leads through the structure:
///
///     var isMore = try cursor.enterObject()
///     while isMore {
///       let key = try cursor.key()
///       … exactly one of string(), number(), bool(), null(), skipValue(), enterArray()…
///       isMore = try cursor.nextMember()
///     }
///
/// After an error the cursor stands at no defined place; only ``nextLine()`` goes on from there.
///
/// Invariant: `next` never passes `end`, and the byte at `end` is a zero or, in a text of lines,
/// the line break, behind which at least 15 bytes can be read. Neither byte continues a token,
/// so that loops need no test for the end, and words of 8 bytes can be read anywhere.
package struct JSONCursor: ~Copyable {
  /// The text read, which owns the bytes.
  package let text: JSONText
  /// The next byte to read.
  var next: UnsafePointer<UInt8>
  /// The end of the text, or of the current line.
  var end: UnsafePointer<UInt8>
  /// The start of the line after the current one.
  var nextLineStart: UnsafePointer<UInt8>
  /// The number of arrays and objects around this place.
  var depth = 0
  let depthLimit: Int
  /// A byte for each level that `skipValue()` goes down: whether it lies in an object.
  private(set) var levels: UnsafeMutablePointer<Bool>
  /// The levels that there is room for; more are made when they are needed.
  private(set) var levelCapacity = 64
  /// Holds the bytes of a string with escapes.
  var scratch = JSONScratch()

  /// The nesting at which most readers stop, Foundation's among them.
  package static let defaultDepthLimit = 512

  /// Stands before the first character of a text.
  ///
  /// - Parameter depthLimit: The most arrays and objects around a value, at least 1.
  package init(_ text: JSONText, depthLimit: Int = defaultDepthLimit) {
    self.text = text
    self.depthLimit = max(1, depthLimit)
    next = text.start + text.contentOffset
    end = text.start + text.count
    nextLineStart = end
    levels = .allocate(capacity: levelCapacity)
  }

  /// Stands before a value in the middle of a text that was read before.
  init(_ text: JSONText, at offset: Int, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    next = text.start + (offset - text.origin.offset)
  }

  deinit { levels.deallocate() }

  /// Makes room for as many levels again.
  @inline(never) mutating func growLevels() {
    let larger = UnsafeMutablePointer<Bool>.allocate(capacity: levelCapacity * 2)
    larger.moveInitialize(from: levels, count: levelCapacity)
    levels.deallocate()
    levels = larger
    levelCapacity *= 2
  }

  /// The byte offset in the file of this place: the end of what was read last, or after
  /// ``peek()`` the start of what follows.
  package var offset: Int { offset(of: next) }

  /// The kind of the value that follows, or an error if none does.
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

  /// Makes sure that nothing but white space follows.
  package mutating func finish() throws(JSONSyntaxError) {
    skipWhitespace()
    if next != end { throw unexpected(at: next, expected: .endOfText) }
  }

  /// Goes into an object; false if it is empty and thereby done.
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

  /// Goes on after the value of a member; false at the end of the object, which it leaves.
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

  /// Goes into an array; false if it is empty and thereby done.
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

  /// Goes on after an element; false at the end of the array, which it leaves.
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
  mutating func skipWhitespace() {
    if next.pointee > 0x20 { return }
    if next.pointee == 0x20 && next[1] > 0x20 {
      next += 1
      return
    }
    next = Self.endOfWhitespace(from: next, to: end)
  }

  /// The first byte from `start` on that is not white space, or the end.
  // Mostly there is no white space, or a single blank, or a long indentation.
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
        // The bytes below the lowest that is no blank; 8 if all are.
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
  /// Stands before the first line of a text with a value per line; ``nextLine()`` goes on.
  package init(linesOf text: JSONText, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    nextLineStart = next
    next = end
  }

  /// Goes to the next line that is not blank, also after an error in the one before.
  ///
  /// Within a line its end is the end of the text: a value that is cut off there leaves the
  /// lines that follow alone. Only `\n` ends a line, since `\r` is white space.
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

  /// The first line break, or the end; looks at 8 bytes at a time, of which 7 can lie behind it.
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
