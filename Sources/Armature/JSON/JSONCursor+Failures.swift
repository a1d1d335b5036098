// No fast paths: an error ends the reading of a text.
extension JSONCursor {
  /// Returns the byte offset in the file of a place in the text.
  func offset(of place: UnsafePointer<UInt8>) -> Int {
    text.origin.offset + (place - text.start)
  }

  func failure(
    _ kind: JSONSyntaxError.Kind, at place: UnsafePointer<UInt8>
  ) -> JSONSyntaxError {
    JSONSyntaxError(offset: offset(of: place), kind: kind)
  }

  func tooDeep(at place: UnsafePointer<UInt8>) -> JSONSyntaxError {
    failure(.tooDeep(limit: depthLimit), at: place)
  }

  /// Returns the error for an unexpected character.
  @inline(never)
  func unexpected(
    at place: UnsafePointer<UInt8>, expected: JSONSyntaxError.Expectation
  ) -> JSONSyntaxError {
    if place >= end { return endTooEarly(expected: expected) }
    if place == text.start, let name = text.otherEncoding {
      return failure(.otherEncoding(name), at: place)
    }
    if place.pointee == 0 { return failure(.nulByte, at: place) }
    if let comma = trailingComma(before: place, expected: expected) {
      return failure(.trailingComma, at: comma)
    }
    guard let scalar = scalar(at: place) else {
      return failure(.invalidUTF8(place.pointee), at: place)
    }
    if Self.isLetter(place.pointee), [.value, .firstValueOrEnd, .bool, .null].contains(expected) {
      return failure(.unknownWord(word(at: place)), at: place)
    }
    return failure(.unexpected(scalar, expected: expected), at: place)
  }

  private func endTooEarly(expected: JSONSyntaxError.Expectation) -> JSONSyntaxError {
    // Only the end of a line is followed by a line break, perhaps after a carriage return.
    if end.pointee == 0 { return failure(.endOfText(expected: expected), at: end) }
    let isWide = end > text.start && (end - 1).pointee == 0x0D
    return failure(.endOfLine(expected: expected), at: isWide ? end - 1 : end)
  }

  @inline(never)
  func badNumber(at place: UnsafePointer<UInt8>) -> JSONSyntaxError {
    func isDigit(_ place: UnsafePointer<UInt8>) -> Bool { place.pointee &- 0x30 < 10 }
    var digits = place
    if digits.pointee == 0x2D { digits += 1 }
    if !isDigit(digits) {
      if digits == place { return unexpected(at: place, expected: .number) }
      return digits == end
        ? failure(.endOfText(expected: .number), at: end)
        : failure(.badNumber(.noDigits), at: place)
    }
    if digits.pointee == 0x30 && isDigit(digits + 1) {
      return failure(.badNumber(.leadingZero), at: place)
    }
    while isDigit(digits) { digits += 1 }
    let numberError: JSONSyntaxError.NumberError
    if digits.pointee == 0x2E && !isDigit(digits + 1) {
      numberError = .noFraction
      digits += 1
    } else {
      numberError = .noExponent
      while digits.pointee | 0x20 != 0x65 { digits += 1 }
      digits += 1
      if digits.pointee == 0x2B || digits.pointee == 0x2D { digits += 1 }
    }
    return digits == end
      ? endTooEarly(expected: .number) : failure(.badNumber(numberError), at: place)
  }

  @inline(never)
  func invalidUTF8(in bytes: UnsafeBufferPointer<UInt8>) -> JSONSyntaxError {
    let index = UTF8Check.firstInvalidByte(in: bytes) ?? 0
    guard let start = bytes.baseAddress else { return failure(.invalidUTF8(0), at: next) }
    return failure(.invalidUTF8(start[index]), at: start + index)
  }

  /// Returns the character at a place before the end; `nil` if the bytes are not UTF-8.
  func scalar(at place: UnsafePointer<UInt8>) -> Unicode.Scalar? {
    let length = UTF8Check.length(of: place, available: end - place)
    if length == 0 { return nil }
    let bytes = UnsafeBufferPointer(start: place, count: length)
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.first
  }

  /// Returns the comma before a closing bracket, with only white space in between.
  private func trailingComma(
    before place: UnsafePointer<UInt8>, expected: JSONSyntaxError.Expectation
  ) -> UnsafePointer<UInt8>? {
    switch (place.pointee, expected) {
    case (0x5D, .value), (0x7D, .key): break
    default: return nil
    }
    var comma = place
    while comma > text.start {
      comma -= 1
      if comma.pointee == 0x2C { return comma }
      if ![0x20, 0x0A, 0x0D, 0x09].contains(comma.pointee) { break }
    }
    return nil
  }

  private func word(at place: UnsafePointer<UInt8>) -> String {
    var length = 0
    while length < 16 && place + length < end && Self.isLetter(place[length]) { length += 1 }
    return String(decoding: UnsafeBufferPointer(start: place, count: length), as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
