/// The text of a document as far as it has arrived.
struct PartialText {
  private(set) var bytes: [UInt8] = []
  private var marks: LineMarks?
  /// The number of bytes that were copied to read values.
  private(set) var copiedCount = 0

  mutating func append(_ piece: some Sequence<UInt8>) { bytes.append(contentsOf: piece) }

  /// Replaces bytes by spaces, so that the places of all others stay the same.
  mutating func blank(_ range: Range<Int>) { for index in range { bytes[index] = 0x20 } }

  /// The number of bytes of the byte order mark at the start; `nil` if more bytes decide about it.
  var markLength: Int? {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    if bytes.starts(with: mark) { return mark.count }
    return bytes.count < mark.count && mark.starts(with: bytes) ? nil : 0
  }

  /// Returns a copy of a part, which knows its place.
  mutating func part(_ range: Range<Int>) -> JSONText { copy(range, before: [], after: []) }

  /// Returns a copy of a member as a record that has no other one.
  mutating func record(of member: Range<Int>) -> JSONText {
    copy(member, before: [UInt8(ascii: "{")], after: [UInt8(ascii: "}")])
  }

  private mutating func copy(_ range: Range<Int>, before: [UInt8], after: [UInt8]) -> JSONText {
    copiedCount += range.count
    let count = before.count + range.count + after.count
    let memory = JSONText.memory(for: count)
    let buffer = UnsafeMutableBufferPointer(start: memory, count: count)
    var next = buffer.update(fromContentsOf: before)
    next = buffer[next...].update(fromContentsOf: bytes[range])
    _ = buffer[next...].update(fromContentsOf: after)
    return JSONText(
      owning: memory, count: count, name: "",
      origin: JSONText.Origin(offset: range.lowerBound - before.count))
  }

  /// The whole text so far.
  var whole: JSONText { JSONText(bytes, name: "") }

  /// Returns whether the text contains all of the word or character at a place that an error can name.
  func hasWord(at place: Int) -> Bool {
    func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
    let rest = bytes[place...].prefix(17)
    guard let first = rest.first else { return true }
    if isLetter(first) { return rest.count == 17 || !rest.allSatisfy(isLetter) }
    return rest.count >= scalarLength(at: place)
  }

  /// Returns the line and column of a byte.
  mutating func position(of offset: Int) -> TextPosition {
    var marks = marks ?? LineMarks(from: markLength ?? 0)
    let position = bytes.withUnsafeBufferPointer { bytes in
      marks.extend(to: offset, in: bytes)
      return marks.position(of: offset, in: bytes)
    }
    self.marks = marks
    return position
  }
}

// MARK: Strings that are not complete

extension PartialText {
  /// Returns the text that a part of a string certainly contributes, and the place after this part.
  ///
  /// Escapes, surrogate pairs and UTF-8 sequences that are not complete wait for the next piece.
  ///
  /// - Returns: `nil` if there is no such text, or if the string is invalid.
  mutating func text(from start: Int) -> (text: String, end: Int)? {
    let end = endOfSafeText(from: start)
    if end <= start { return nil }
    copiedCount += end - start
    let quote = [UInt8(ascii: "\"")]
    var cursor = JSONCursor(JSONText(quote + bytes[start..<end] + quote))
    return (try? cursor.stringValue()).map { ($0, end) }
  }

  private func endOfSafeText(from start: Int) -> Int {
    var place = start
    while place < bytes.count {
      let length =
        bytes[place] == UInt8(ascii: "\\") ? escapeLength(at: place) : scalarLength(at: place)
      if place + length > bytes.count { return place }
      place += length
    }
    return place
  }

  /// Returns the number of bytes of an escape, together with the second half of a pair of surrogates.
  private func escapeLength(at place: Int) -> Int {
    guard place + 1 < bytes.count, bytes[place + 1] == UInt8(ascii: "u") else { return 2 }
    guard place + 3 < bytes.count else { return 6 }
    let isFirstHalf =
      bytes[place + 2] | 0x20 == UInt8(ascii: "d")
      && [UInt8(ascii: "8"), UInt8(ascii: "9"), UInt8(ascii: "a"), UInt8(ascii: "b")]
        .contains(bytes[place + 3] | 0x20)
    return isFirstHalf ? 12 : 6
  }

  private func scalarLength(at place: Int) -> Int {
    switch bytes[place] {
    case 0xC0..<0xE0: 2
    case 0xE0..<0xF0: 3
    case 0xF0...: 4
    default: 1
    }
  }
}
