/// A JSON reader written directly from RFC 8259: one function for each rule of the grammar.
indirect enum PlainJSON {
  case object([(key: String, value: PlainJSON)])
  case array([PlainJSON])
  case string(String)
  case number(String)
  case bool(Bool)
  case null

  /// Returns `nil` for invalid JSON.
  init?(_ bytes: [UInt8]) {
    guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var reader = Reader(rest: bytes[...])
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.rest = bytes[3...] }
    guard let value = reader.value() else { return nil }
    reader.skipBlanks()
    guard reader.rest.isEmpty else { return nil }
    self = value
  }

  private struct Reader {
    var rest: ArraySlice<UInt8>

    mutating func skipBlanks() {
      while let byte = rest.first, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { rest.removeFirst() }
    }

    mutating func take(_ text: String) -> Bool {
      guard rest.starts(with: text.utf8) else { return false }
      rest = rest.dropFirst(text.utf8.count)
      return true
    }

    mutating func value() -> PlainJSON? {
      skipBlanks()
      if take("null") { return .null }
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("[") { return array() }
      if take("{") { return object() }
      if rest.first == 0x22 { return string().map { .string($0) } }
      return number()
    }

    private mutating func array() -> PlainJSON? {
      var elements: [PlainJSON] = []
      skipBlanks()
      if take("]") { return .array([]) }
      while true {
        guard let element = value() else { return nil }
        elements.append(element)
        skipBlanks()
        if take("]") { return .array(elements) }
        guard take(",") else { return nil }
      }
    }

    private mutating func object() -> PlainJSON? {
      var members: [(key: String, value: PlainJSON)] = []
      skipBlanks()
      if take("}") { return .object([]) }
      while true {
        skipBlanks()
        guard let key = string() else { return nil }
        skipBlanks()
        guard take(":"), let member = value() else { return nil }
        members.append((key, member))
        skipBlanks()
        if take("}") { return .object(members) }
        guard take(",") else { return nil }
      }
    }

    private mutating func string() -> String? {
      guard take("\"") else { return nil }
      var units: [UInt16] = []
      var bytes: [UInt8] = []
      func flushed() -> [UInt16] { Array(String(decoding: bytes, as: UTF8.self).utf16) }
      while let byte = rest.popFirst() {
        switch byte {
        case 0x22:
          let all = units + flushed()
          return String(validating: all, as: UTF16.self)
        case 0..<0x20: return nil
        case 0x5C:
          units += flushed()
          bytes = []
          guard let letter = rest.popFirst() else { return nil }
          let known: [UInt8: UInt16] = [
            0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
          ]
          if let unit = known[letter] {
            units.append(unit)
          } else {
            let digits = String(decoding: rest.prefix(4), as: UTF8.self)
            guard letter == 0x75, digits.count == 4, digits.allSatisfy(\.isHexDigit),
              digits.allSatisfy(\.isASCII), let unit = UInt16(digits, radix: 16)
            else { return nil }
            units.append(unit)
            rest = rest.dropFirst(4)
          }
        default: bytes.append(byte)
        }
      }
      return nil
    }

    private mutating func digits() -> Bool {
      let count = rest.prefix { (0x30...0x39).contains($0) }.count
      rest = rest.dropFirst(count)
      return count > 0
    }

    private mutating func number() -> PlainJSON? {
      let start = rest
      _ = take("-")
      let isZero = rest.first == 0x30
      let before = rest.startIndex
      guard digits(), !isZero || rest.startIndex == before + 1 else { return nil }
      if take(".") { guard digits() else { return nil } }
      if take("e") || take("E") {
        _ = take("+") || take("-")
        guard digits() else { return nil }
      }
      return .number(String(decoding: start[..<rest.startIndex], as: UTF8.self))
    }
  }
}
