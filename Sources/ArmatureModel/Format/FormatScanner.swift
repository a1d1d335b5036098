/// The rest of a text whose format is checked, byte by byte.
struct FormatScanner {
  var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  init(_ rest: Substring.UTF8View) { self.rest = rest }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes one of several characters; returns false if the next one is another.
  mutating func take(_ characters: Unicode.Scalar...) -> Bool {
    guard let byte = rest.first, characters.contains(where: { $0.value == byte }) else {
      return false
    }
    rest.removeFirst()
    return true
  }

  /// Takes a text; returns false if the rest starts with another.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }

  /// Takes all characters that satisfy a condition, and returns their number.
  @discardableResult
  mutating func takeAll(where isPart: (UInt8) -> Bool) -> Int {
    let part = rest.prefix(while: isPart)
    rest = rest[part.endIndex...]
    return part.count
  }

  /// Takes a number of a fixed count of digits.
  mutating func takeNumber(digits count: Int) -> Int? {
    var number = 0
    for _ in 0..<count {
      guard let byte = rest.first, byte.isASCIIDigit else { return nil }
      number = number * 10 + Int(byte - 0x30)
      rest.removeFirst()
    }
    return number
  }

  /// Takes the part before a character and the character itself. Returns `nil` without the character.
  mutating func takePart(before character: Unicode.Scalar) -> FormatScanner? {
    guard let end = rest.firstIndex(where: { $0 == character.value }) else { return nil }
    let part = FormatScanner(rest[..<end])
    rest = rest[end...].dropFirst()
    return part
  }
}

extension UInt8 {
  var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

  var isASCIILetter: Bool { (0x41...0x5A).contains(self & 0xDF) }

  var isASCIIHexDigit: Bool { isASCIIDigit || (0x41...0x46).contains(self & 0xDF) }

  /// Whether the character is one of a text.
  func isOne(of characters: StaticString) -> Bool {
    characters.withUTF8Buffer { $0.contains(self) }
  }
}
