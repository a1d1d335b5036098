/// A lexer that splits the text of a predicate into tokens, on demand.
struct PredicateLexer {
  let bytes: [UInt8]
  private var position = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func next() throws(PredicateParsingError) -> PredicateToken {
    while let byte = byte(0), byte == 0x20 || 0x09...0x0D ~= byte { position += 1 }
    let start = position
    guard let byte = byte(0) else { return token(.end, from: start) }
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      return word(from: start)
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number(from: start)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      let text = try text()
      return token(.text(text), from: start)
    case UInt8(ascii: "#"):
      let name = try name(start, "a property")
      return token(.name(name), from: start)
    case UInt8(ascii: "$"):
      let name = try name(start, "a variable")
      return token(.variable(name), from: start)
    case UInt8(ascii: "@"):
      position += 1
      skipName()
      guard position > start + 1 else {
        throw PredicateParsingError(start, "Expected the name of an aggregate after \"@\".")
      }
      return token(.aggregate, from: start)
    case UInt8(ascii: "%"): return specifier(from: start)
    case 0x80...: return try foreignWord(from: start)
    default: return try sign(byte, from: start)
    }
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private func byte(_ offset: Int) -> UInt8? {
    position + offset < bytes.count ? bytes[position + offset] : nil
  }

  private func token(_ kind: PredicateToken.Kind, from start: Int) -> PredicateToken {
    PredicateToken(kind: kind, range: start..<position)
  }

  // MARK: - Words

  private mutating func word(from start: Int) -> PredicateToken {
    skipName()
    var kind = PredicateToken.Kind.word
    // Colons belong to the name of a function, and so does the text between them.
    while byte(0) == UInt8(ascii: ":") {
      kind = .selector
      position += 1
      let end = position
      skipName()
      if byte(0) != UInt8(ascii: ":") {
        position = end
        break
      }
    }
    var token = token(kind, from: start)
    if kind == .word, let keyword = PredicateKeyword(bytes[start..<position]) {
      token.keyword = keyword
      if case .infix(let infix) = keyword { token.infix = infix }
    }
    return token
  }

  private mutating func foreignWord(from start: Int) throws(PredicateParsingError) -> PredicateToken
  {
    let (scalar, _) = scalar()
    if scalar.isNameStart { return word(from: start) }
    if scalar == "\u{A0}" || scalar == "\u{FEFF}" || scalar.properties.isWhitespace {
      throw PredicateParsingError(
        start,
        "Expected plain spaces, but found U+\(String(scalar.value, radix: 16, uppercase: true))."
      )
    }
    let plain = Self.plainSigns[scalar]
    throw PredicateParsingError(
      start,
      "Expected a known symbol, but found \(String(scalar).quotedForMessage).",
      remedy: plain.map { "Write \($0)." })
  }

  /// Plain characters for the typographic ones of word processors.
  private static let plainSigns: [Unicode.Scalar: String] = [
    "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "«": "\"", "»": "\"", "≤": "<=",
    "≥": ">=", "≠": "!=", "−": "-", "–": "-", "×": "*", "÷": "/",
  ]

  private mutating func skipName() {
    while let byte = byte(0) {
      if byte < 0x80 {
        guard byte.isWord else { return }
        position += 1
      } else {
        let (scalar, length) = scalar()
        guard scalar.isNamePart else { return }
        position += length
      }
    }
  }

  private func scalar() -> (Unicode.Scalar, length: Int) {
    var decoder = UTF8()
    var iterator = bytes[position...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return ("\u{FFFD}", 1) }
    return (scalar, UTF8.width(scalar))
  }

  /// Reads the name after a `#` or `$`. The name is quoted if it has characters other than letters and digits.
  private mutating func name(
    _ start: Int, _ what: String
  ) throws(PredicateParsingError) -> String {
    position += 1
    if byte(0) == UInt8(ascii: "\"") { return try text() }
    skipName()
    guard position > start + 1 else {
      throw PredicateParsingError(
        start,
        "Expected the name of \(what) after \(text(start..<(start + 1)).quotedForMessage).")
    }
    return text((start + 1)..<position)
  }

  private mutating func specifier(from start: Int) -> PredicateToken {
    position += 1
    // Accepts all specifiers of printf, so that the error can name the intended one.
    while let byte = byte(0), "0123456789.#$-*hlqzjtL".utf8.contains(byte) { position += 1 }
    if let byte = byte(0), byte.isWord || byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") {
      position += 1
    }
    return token(.specifier, from: start)
  }

  // MARK: - Signs

  private mutating func sign(_ byte: UInt8, from start: Int) throws(PredicateParsingError)
    -> PredicateToken
  {
    if byte == UInt8(ascii: "."), let digit = self.byte(1), Self.isDigit(digit),
      !(start > 0 && Self.endsOperand(bytes[start - 1]))
    {
      return try number(from: start)
    }
    if let second = self.byte(1), let infix = Self.infix(byte, second) {
      position += 2
      return infixToken(infix, from: start)
    }
    if let infix = Self.infix(byte) {
      position += 1
      return infixToken(infix, from: start)
    }
    guard "(){}[],.:!~".utf8.contains(byte) else {
      throw PredicateParsingError(
        start,
        "Expected a known symbol, but found \(text(start..<(start + 1)).quotedForMessage)."
      )
    }
    position += 1
    return token(.sign(byte), from: start)
  }

  private func infixToken(_ infix: PredicateOperator, from start: Int) -> PredicateToken {
    var token = token(.infix, from: start)
    token.infix = infix
    return token
  }

  /// Returns true if a point after a byte reads a property.
  private static func endsOperand(_ byte: UInt8) -> Bool {
    byte.isWord || byte >= 0x80 || ")]}\"'".utf8.contains(byte)
  }

  private static func infix(_ first: UInt8, _ second: UInt8) -> PredicateOperator? {
    switch (Unicode.Scalar(first), Unicode.Scalar(second)) {
    case ("=", "="): .comparison(.equal)
    case ("!", "="), ("<", ">"): .comparison(.notEqual)
    case ("<", "="), ("=", "<"): .comparison(.lessOrEqual)
    case (">", "="), ("=", ">"): .comparison(.greaterOrEqual)
    case ("&", "&"): .and
    case ("|", "|"): .or
    case ("*", "*"): .arithmetic(.power)
    case ("<", "<"): .arithmetic(.leftShift)
    case (">", ">"): .arithmetic(.rightShift)
    default: nil
    }
  }

  private static func infix(_ byte: UInt8) -> PredicateOperator? {
    switch Unicode.Scalar(byte) {
    case "=": .comparison(.equal)
    case "<": .comparison(.less)
    case ">": .comparison(.greater)
    case "+": .arithmetic(.add)
    case "-": .arithmetic(.subtract)
    case "*": .arithmetic(.multiply)
    case "/": .arithmetic(.divide)
    case "&": .arithmetic(.bitwiseAnd)
    case "|": .arithmetic(.bitwiseOr)
    case "^": .arithmetic(.bitwiseXor)
    default: nil
    }
  }

  // MARK: - Literals

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// Finds the end of a number. The parser reads the value, because it knows the sign.
  private mutating func number(from start: Int) throws(PredicateParsingError) -> PredicateToken {
    if byte(0) == UInt8(ascii: "0"), let base = byte(1), "xXoObB".utf8.contains(base) {
      position += 2
      while let byte = byte(0), byte.isWord { position += 1 }
      return token(.number, from: start)
    }
    skipDigits()
    if byte(0) == UInt8(ascii: "."), let digit = byte(1), Self.isDigit(digit) {
      position += 1
      skipDigits()
    }
    if let letter = byte(0), letter | 0x20 == UInt8(ascii: "e"), let next = byte(1) {
      let isSigned = next == UInt8(ascii: "+") || next == UInt8(ascii: "-")
      if let digit = byte(isSigned ? 2 : 1), Self.isDigit(digit) {
        position += isSigned ? 2 : 1
        skipDigits()
      }
    }
    if let byte = byte(0), byte < 0x80 ? byte.isWord : scalar().0.isNamePart {
      throw PredicateParsingError(
        start, "Expected a number, but letters follow its digits.",
        remedy: "A name starts with a letter; write any other name as #\"5th\".")
    }
    return token(.number, from: start)
  }

  private mutating func skipDigits() {
    while let byte = byte(0), Self.isDigit(byte) { position += 1 }
  }

  /// Reads quoted text. The current byte is the first quote.
  private mutating func text() throws(PredicateParsingError) -> String {
    let start = position
    let quote = bytes[position]
    position += 1
    var content: [UInt8] = []
    while let byte = byte(0) {
      position += 1
      if byte == quote { return String(decoding: content, as: UTF8.self) }
      if byte == UInt8(ascii: "\\") {
        content += Array(String(try escape()).utf8)
      } else {
        content.append(byte)
      }
    }
    throw PredicateParsingError(
      start, "Expected a second quote, but the text ends.",
      remedy: "A quote within the text is written as \\\(Unicode.Scalar(quote)).")
  }

  /// Reads an escape sequence after its backslash.
  private mutating func escape() throws(PredicateParsingError) -> Unicode.Scalar {
    let start = position - 1
    guard let byte = byte(0) else {
      throw PredicateParsingError(start, "Expected a character after \"\\\", but the text ends.")
    }
    position += 1
    switch Unicode.Scalar(byte) {
    case "\"": return "\""
    case "'": return "'"
    case "\\": return "\\"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try hexadecimal(4, from: start)
    case "U": return try hexadecimal(8, from: start)
    default:
      position -= 1
      let (scalar, _) = scalar()
      throw PredicateParsingError(
        start,
        "Expected one of \\\" \\' \\\\ \\n \\r \\t \\u0000 \\U00000000, but found"
          + " \("\\\(scalar)".quotedForMessage).",
        remedy: "Write a backslash in a pattern twice.")
    }
  }

  private mutating func hexadecimal(
    _ count: Int, from start: Int
  ) throws(PredicateParsingError) -> Unicode.Scalar {
    let end = min(position + count, bytes.count)
    let digits = bytes[position..<end]
    guard digits.count == count,
      digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
      let number = UInt32(text(position..<end), radix: 16), let scalar = Unicode.Scalar(number)
    else {
      throw PredicateParsingError(
        start, "Expected a Unicode scalar of \(count) hexadecimal digits, but found none.",
        remedy: "Beyond U+FFFF it takes eight digits: \\U0001F600.")
    }
    position = end
    return scalar
  }
}
