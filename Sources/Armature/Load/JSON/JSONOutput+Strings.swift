extension JSONOutput {
  /// Writes a string in quotation marks.
  ///
  /// Only what JSON demands is escaped: quotation mark, backslash, U+0000 to U+001F.
  @inline(__always)
  package mutating func string(_ value: String) {
    // Without a copy of the string, which would cost a retain and a release.
    if value.utf8.withContiguousStorageIfAvailable({ string($0) }) == nil {
      var native = value
      native.withUTF8 { string($0) }
    }
  }

  /// Writes valid UTF-8 as a string in quotation marks.
  package mutating func string(_ bytes: UnsafeBufferPointer<UInt8>) {
    put(0x22)
    reserve(bytes.count)
    if let start = bytes.baseAddress {
      if _fastPath(copy(from: start, count: bytes.count)) {
        advance(bytes.count)
      } else {
        escape(bytes)
      }
    }
    put(0x22)
    reserve(0)
  }

  /// Copies bytes into the spare memory; false if one of them needs an escape.
  ///
  /// Eight bytes are tested and copied at a time, the last of them once more together with some
  /// before, so that nothing outside of the bytes is read.
  @inline(__always)
  private func copy(from start: UnsafePointer<UInt8>, count length: Int) -> Bool {
    let source = UnsafeRawPointer(start)
    let out = UnsafeMutableRawPointer(spare)
    if length >= 8 {
      var index = 0
      while index &+ 8 <= length {
        if !Self.copy(UInt64.self, from: source + index, to: out + index) { return false }
        index &+= 8
      }
      let last = length &- 8
      return Self.copy(UInt64.self, from: source + last, to: out + last)
    }
    if length >= 4 {
      let last = length &- 4
      return Self.copy(UInt32.self, from: source, to: out)
        && Self.copy(UInt32.self, from: source + last, to: out + last)
    }
    for index in 0..<length {
      if !Self.copy(UInt8.self, from: source + index, to: out + index) { return false }
    }
    return true
  }

  /// Copies one word; false if it has a byte that needs an escape.
  @inline(__always)
  private static func copy<Word: FixedWidthInteger & UnsignedInteger>(
    _: Word.Type, from source: UnsafeRawPointer, to out: UnsafeMutableRawPointer
  ) -> Bool {
    let word = source.loadUnaligned(as: Word.self)
    out.storeBytes(of: word, as: Word.self)
    return !needsEscape(word)
  }

  /// True if a byte of the word is a quotation mark, a backslash or a control character.
  @inline(__always)
  private static func needsEscape<Word: FixedWidthInteger & UnsignedInteger>(
    _ word: Word
  ) -> Bool {
    let ones = Word.max / 0xFF
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    let found =
      (quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
      | (word &- (ones &* 0x20)) & ~word
    return found & (ones &* 0x80) != 0
  }

  @inline(never)
  private mutating func escape(_ bytes: UnsafeBufferPointer<UInt8>) {
    for byte in bytes { escape(byte: byte) }
  }

  /// Writes one byte of a string.
  mutating func escape(byte: UInt8) {
    switch byte {
    case 0x22, 0x5C: escape(letter: byte)
    case 0x08: escape(letter: 0x62)
    case 0x09: escape(letter: 0x74)
    case 0x0A: escape(letter: 0x6E)
    case 0x0C: escape(letter: 0x66)
    case 0x0D: escape(letter: 0x72)
    case 0x00...0x1F: escape(unit: UInt16(byte))
    default: put(byte)
    }
    reserve(0)
  }

  /// Writes a unit of UTF-16 as `\u` and four digits.
  mutating func escape(unit: UInt16) {
    raw("\\u")
    for shift in [12, 8, 4, 0] as [UInt16] {
      let digit = UInt8(truncatingIfNeeded: unit >> shift) & 15
      put(digit < 10 ? 0x30 + digit : 0x57 + digit)
    }
    reserve(0)
  }

  @inline(__always)
  private mutating func escape(letter: UInt8) {
    put(0x5C)
    put(letter)
  }
}
