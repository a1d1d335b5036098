package import ArmatureModel

extension JSONCursor {
  /// Reads a number, which refers to the text, not to the cursor.
  @_transparent
  package mutating func number() throws(JSONSyntaxError) -> NumberText {
    skipWhitespace()
    guard let number = NumberText.prefix(from: next, to: end) else {
      throw badNumber(at: next)
    }
    next += number.text.count
    return number
  }

  /// Reads `true` or `false`.
  @_transparent
  package mutating func bool() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if Self.startsTrue(next) {
      next += 4
      return true
    }
    if Self.startsFalse(next) {
      next += 5
      return false
    }
    throw unexpected(at: next, expected: .bool)
  }

  /// Reads `null`.
  @_transparent
  package mutating func null() throws(JSONSyntaxError) {
    if try !takeNull() { throw unexpected(at: next, expected: .null) }
  }

  /// Reads `null` if it is next and returns whether it is.
  @_transparent
  package mutating func takeNull() throws(JSONSyntaxError) -> Bool {
    skipWhitespace()
    if next.pointee != 0x6E { return false }
    if !Self.startsNull(next) { throw unexpected(at: next, expected: .value) }
    next += 4
    return true
  }

  /// Skips a value of any kind, which is checked as thoroughly as if it were used.
  ///
  /// - Complexity: O(*n*) in its bytes, without recursion.
  package mutating func skipValue() throws(JSONSyntaxError) {
    // A local place stays in a register, unlike `self.next`.
    var place = next
    var level = 0
    var isInObject = false
    while true {
      place = afterWhitespace(place)
      let byte = place.pointee
      if byte == 0x22 {
        place = try endOfString(from: place)
      } else if byte == 0x7B || byte == 0x5B {
        if depth &+ level == depthLimit { throw tooDeep(at: place) }
        let isObject = byte == 0x7B
        place = afterWhitespace(place + 1)
        if place.pointee == byte &+ 2 {
          place += 1
        } else {
          if level == levelCapacity { growLevels() }
          levels[level] = isInObject
          level &+= 1
          isInObject = isObject
          if isObject { place = try endOfKey(from: place, expected: .firstKeyOrEnd) }
          if place == end && !isObject { throw unexpected(at: place, expected: .firstValueOrEnd) }
          continue
        }
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        guard let number = NumberText.prefix(from: place, to: end) else {
          throw badNumber(at: place)
        }
        place += number.text.count
      } else {
        let length = Self.wordLength(place)
        if length == 0 { throw unexpected(at: place, expected: .value) }
        place += length
      }
      // After a value: closes all arrays and objects that end here, until another value follows.
      while true {
        if level == 0 {
          next = place
          return
        }
        place = afterWhitespace(place)
        let byte = place.pointee
        if byte == 0x2C {
          place += 1
          if isInObject { place = try endOfKey(from: afterWhitespace(place), expected: .key) }
          break
        }
        if byte != (isInObject ? 0x7D : 0x5D) {
          throw unexpected(
            at: place, expected: isInObject ? .commaOrEndOfObject : .commaOrEndOfArray)
        }
        place += 1
        level &-= 1
        isInObject = levels[level]
      }
    }
  }

  /// Returns the place after a key and its colon.
  @_transparent
  private mutating func endOfKey(
    from start: UnsafePointer<UInt8>, expected: JSONSyntaxError.Expectation
  ) throws(JSONSyntaxError) -> UnsafePointer<UInt8> {
    if start.pointee != 0x22 { throw unexpected(at: start, expected: expected) }
    let colon = afterWhitespace(try endOfString(from: start))
    if colon.pointee != 0x3A { throw unexpected(at: colon, expected: .colon) }
    return colon + 1
  }

  @_transparent
  private func afterWhitespace(_ place: UnsafePointer<UInt8>) -> UnsafePointer<UInt8> {
    place.pointee > 0x20 ? place : Self.endOfWhitespace(from: place, to: end)
  }

  /// Returns the length of `true`, `false` or `null` if that is next, or else 0.
  @_transparent
  private static func wordLength(_ place: UnsafePointer<UInt8>) -> Int {
    if startsTrue(place) || startsNull(place) { return 4 }
    return startsFalse(place) ? 5 : 0
  }

  @_transparent
  private static func startsTrue(_ place: UnsafePointer<UInt8>) -> Bool {
    word(place) == 0x6575_7274
  }

  @_transparent
  private static func startsNull(_ place: UnsafePointer<UInt8>) -> Bool {
    word(place) == 0x6C6C_756E
  }

  @_transparent
  private static func startsFalse(_ place: UnsafePointer<UInt8>) -> Bool {
    word(place) == 0x736C_6166 && place[4] == 0x65
  }

  /// Returns four bytes as a number; `place` is not after the end, so they can be read.
  @_transparent
  private static func word(_ place: UnsafePointer<UInt8>) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(place).loadUnaligned(as: UInt32.self))
  }
}
