extension JSONCursor {
  /// Stands before the first line of a text with a value per line; ``nextLine()`` goes on.
  package init(linesOf text: JSONText, depthLimit: Int = defaultDepthLimit) {
    self.init(text, depthLimit: depthLimit)
    nextLineStart = next
    next = end
  }

  /// Goes to the next line that is not blank, from anywhere in the one before, even a fault.
  ///
  /// Within a line its end is the end of the text: a value cut off there does no harm to the
  /// lines that follow. Only `\n` ends a line, since `\r` is white space.
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
