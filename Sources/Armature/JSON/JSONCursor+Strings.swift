extension JSONCursor {
  /// Reads a string as bytes.
  @_transparent
  package mutating func string() throws(JSONSyntaxError) -> JSONString {
    skipWhitespace()
    if next.pointee != 0x22 { throw unexpected(at: next, expected: .string) }
    let start = next + 1
    let (stop, high) = Self.scanPlain(from: start)
    if _fastPath(stop.pointee == 0x22) {
      let bytes = UnsafeBufferPointer(start: start, count: stop - start)
      let isASCII = high & 0x8080_8080_8080_8080 == 0
      if !isASCII { try check(bytes) }
      next = stop + 1
      return JSONString(bytes: bytes, isASCII: isASCII)
    }
    return try longString(from: start, to: stop)
  }

  /// Reads a string as a `String`.
  @_transparent
  package mutating func stringValue() throws(JSONSyntaxError) -> String {
    skipWhitespace()
    if next.pointee != 0x22 { throw unexpected(at: next, expected: .string) }
    let start = next + 1
    let (stop, high) = Self.scanPlain(from: start)
    var bytes = UnsafeBufferPointer(start: start, count: stop - start)
    if _fastPath(stop.pointee == 0x22) {
      next = stop + 1
      if high & 0x8080_8080_8080_8080 != 0 {
        guard let value = String(validating: bytes, as: UTF8.self) else {
          throw invalidUTF8(in: bytes)
        }
        return value
      }
    } else {
      bytes = try longString(from: start, to: stop).bytes
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads a key and its colon.
  @_transparent
  package mutating func key() throws(JSONSyntaxError) -> JSONString {
    skipWhitespace()
    if next.pointee != 0x22 { throw unexpected(at: next, expected: .key) }
    let key = try string()
    skipWhitespace()
    if next.pointee != 0x3A { throw unexpected(at: next, expected: .colon) }
    next += 1
    return key
  }

  /// Reads a key and its colon if it is the expected key, and returns whether it is the expected key.
  ///
  /// Records of the same kind usually have the same keys in the same order, so the caller can guess the next key. If
  /// the guess is right, a single comparison is enough to read the key.
  @_transparent
  package mutating func takeKey(_ key: JSONKey) -> Bool {
    skipWhitespace()
    if end - next < key.count || !key.matches(next) { return false }
    next += key.count
    return true
  }

  /// Returns the place after the closing quotation mark of the string that starts at `start`.
  @_transparent
  mutating func endOfString(
    from start: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) -> UnsafePointer<UInt8> {
    let (stop, high) = Self.scanPlain(from: start + 1)
    if _fastPath(stop.pointee == 0x22) {
      if _slowPath(high & 0x8080_8080_8080_8080 != 0) {
        try check(UnsafeBufferPointer(start: start + 1, count: stop - start - 1))
      }
      return stop + 1
    }
    _ = try longString(from: start + 1, to: stop)
    return next
  }

  /// Finds the first quotation mark, backslash or control character, and also returns the bitwise or of all bytes
  /// before it.
  ///
  /// The search tests eight bytes at a time. For each of the three kinds of characters, arithmetic sets the high bit of
  /// each matching byte. Bytes after the first match may be marked wrongly, so only the lowest set bit is used.
  ///
  /// The search stops at the control character at `end`, and reads at most 7 bytes after it.
  @_transparent
  static func scanPlain(
    from start: UnsafePointer<UInt8>
  ) -> (stop: UnsafePointer<UInt8>, high: UInt64) {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    var place = start
    var high: UInt64 = 0
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt64.self))
      let quotes = word ^ (ones &* 0x22)
      let backslashes = word ^ (ones &* 0x5C)
      let found =
        ((quotes &- ones) & ~quotes | (backslashes &- ones) & ~backslashes
          | (word &- (ones &* 0x20)) & ~word) & highBits
      if found != 0 {
        let bits = UInt64(truncatingIfNeeded: found.trailingZeroBitCount & ~7)
        return (place + Int(bits >> 3), high | word & ((1 &<< bits) &- 1))
      }
      high |= word
      place += 8
    }
  }

  /// Continues a string if the search stopped before its closing quotation mark; leaves the cursor after the string.
  ///
  /// - Parameter start: The first byte of the content.
  @inline(never)
  private mutating func longString(
    from start: UnsafePointer<UInt8>, to firstStop: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) -> JSONString {
    scratch.removeAll()
    var piece = start
    var stop = firstStop
    while true {
      let bytes = UnsafeBufferPointer(start: piece, count: stop - piece)
      // A UTF-8 sequence cannot continue after an escape, so each piece is valid on its own.
      try check(bytes)
      scratch.append(bytes)
      if stop.pointee == 0x22 { break }
      if stop == end { throw failure(.unterminatedString, at: start - 1) }
      if stop.pointee != 0x5C { throw failure(.controlCharacter(stop.pointee), at: stop) }
      let (scalar, length) = try escape(at: stop, of: start)
      scratch.append(scalar)
      piece = stop + length
      stop = Self.scanPlain(from: piece).stop
    }
    next = stop + 1
    let bytes = scratch.bytes
    return JSONString(bytes: bytes, isASCII: bytes.allSatisfy { $0 < 0x80 })
  }

  /// Returns the character of an escape, and the number of its bytes.
  private func escape(
    at place: UnsafePointer<UInt8>, of start: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) -> (Unicode.Scalar, length: Int) {
    switch place[1] {
    case 0x22: return ("\"", 2)
    case 0x5C: return ("\\", 2)
    case 0x2F: return ("/", 2)
    case 0x62: return ("\u{08}", 2)
    case 0x66: return ("\u{0C}", 2)
    case 0x6E: return ("\n", 2)
    case 0x72: return ("\r", 2)
    case 0x74: return ("\t", 2)
    case 0x75: break
    default:
      if place + 1 == end { throw failure(.unterminatedString, at: start - 1) }
      guard let scalar = scalar(at: place + 1) else {
        throw failure(.invalidUTF8(place[1]), at: place + 1)
      }
      throw failure(.badEscape(scalar), at: place)
    }
    let unit = try codeUnit(at: place, of: start)
    if let scalar = Unicode.Scalar(unit) { return (scalar, 6) }
    // A pair of surrogates: D800 to DBFF first, DC00 to DFFF second.
    if unit < 0xDC00, place[6] == 0x5C, place[7] == 0x75 {
      let second = try codeUnit(at: place + 6, of: start)
      let value = 0x10000 + (UInt32(unit) - 0xD800) << 10 + UInt32(second & 0x3FF)
      if second & 0xFC00 == 0xDC00, let scalar = Unicode.Scalar(value) { return (scalar, 12) }
    }
    throw failure(.loneSurrogate(unit), at: place)
  }

  /// Returns the four hexadecimal digits after `\u`.
  private func codeUnit(
    at place: UnsafePointer<UInt8>, of start: UnsafePointer<UInt8>
  ) throws(JSONSyntaxError) -> UInt16 {
    var unit: UInt16 = 0
    for index in 2..<6 {
      let byte = place[index]
      let letter = (byte | 0x20) &- 0x61
      let digit = byte &- 0x30 < 10 ? byte &- 0x30 : letter < 6 ? letter + 10 : 0xFF
      if digit > 15 {
        // The loop ends at the first byte that is not a digit, at the latest at the end.
        if place + index == end { throw failure(.unterminatedString, at: start - 1) }
        throw failure(.badUnicodeEscape, at: place)
      }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }

  @inline(never)
  private func check(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONSyntaxError) {
    if UTF8Check.firstInvalidByte(in: bytes) != nil { throw invalidUTF8(in: bytes) }
  }
}
