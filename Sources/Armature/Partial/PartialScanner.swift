/// Finds the start and end of each key and value of a JSON text that arrives in pieces.
///
/// The scanner looks at each byte once and knows only the structure of the text. The bytes of a string, number or word
/// are checked when its value is read.
struct PartialScanner {
  /// A place in the structure.
  enum Event {
    case begin(JSONToken, at: Int)
    /// A key with its colon.
    case key(Range<Int>)
    case end(Range<Int>)
    /// A byte that cannot follow, which the scanner does not pass.
    case unexpected
  }

  private enum Expectation { case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd, nothing }
  private enum Token { case string, key, number, word }

  /// The number of bytes that were looked at.
  private(set) var position = 0
  private let depthLimit: Int
  private var expectation = Expectation.value
  private var token: Token?
  /// The start of the current token or key.
  private var start = 0
  private var isEscaped = false
  private var levels: [(start: Int, isObject: Bool)] = []

  init(depthLimit: Int) { self.depthLimit = max(1, depthLimit) }

  /// The number of arrays and objects around the position.
  var depth: Int { levels.count }

  /// True before the first value.
  var isBeforeDocument: Bool { expectation == .value && levels.isEmpty && token == nil }

  /// True after the end of the first value.
  var isAfterDocument: Bool { expectation == .nothing }

  /// Starts after a byte order mark, which is not a part of the document.
  mutating func skip(to place: Int) { position = place }

  /// Returns the next event, or `nil` at the end of the piece.
  mutating func next(in bytes: [UInt8]) -> Event? {
    while position < bytes.count {
      let byte = bytes[position]
      switch token {
      case .string?, .key?:
        position += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          let isKey = token == .key
          token = nil
          if !isKey { return end(from: start) }
          expectation = .colon
        }
      case .number? where Self.continuesNumber(byte), .word? where Self.isLetter(byte):
        position += 1
      case .number?, .word?:
        token = nil
        return end(from: start)
      case nil where byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09: position += 1
      case nil: if let event = structure(byte) { return event }
      }
    }
    return nil
  }

  private mutating func structure(_ byte: UInt8) -> Event? {
    let isObject = levels.last?.isObject
    switch (expectation, byte) {
    case (.valueOrEnd, UInt8(ascii: "]")), (.keyOrEnd, UInt8(ascii: "}")): return close()
    case (.commaOrEnd, UInt8(ascii: "]")) where isObject == false: return close()
    case (.commaOrEnd, UInt8(ascii: "}")) where isObject == true: return close()
    case (.commaOrEnd, UInt8(ascii: ",")): expectation = isObject == true ? .key : .value
    case (.key, UInt8(ascii: "\"")), (.keyOrEnd, UInt8(ascii: "\"")):
      (token, start) = (.key, position)
    case (.colon, UInt8(ascii: ":")):
      position += 1
      expectation = .value
      return .key(start..<position)
    case (.value, _), (.valueOrEnd, _): return begin(byte)
    default: return .unexpected
    }
    position += 1
    return nil
  }

  private mutating func begin(_ byte: UInt8) -> Event? {
    let kind: JSONToken
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      if levels.count == depthLimit { return .unexpected }
      let isObject = byte == UInt8(ascii: "{")
      levels.append((position, isObject))
      expectation = isObject ? .keyOrEnd : .valueOrEnd
      position += 1
      return .begin(isObject ? .object : .array, at: position - 1)
    case UInt8(ascii: "\""): (kind, token) = (.string, .string)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      (kind, token) = (.number, .number)
    case UInt8(ascii: "t"): (kind, token) = (.true, .word)
    case UInt8(ascii: "f"): (kind, token) = (.false, .word)
    case UInt8(ascii: "n"): (kind, token) = (.null, .word)
    default: return .unexpected
    }
    start = position
    position += 1
    return .begin(kind, at: start)
  }

  private mutating func close() -> Event? {
    position += 1
    return levels.popLast().map { end(from: $0.start) }
  }

  private mutating func end(from start: Int) -> Event {
    expectation = levels.isEmpty ? .nothing : .commaOrEnd
    return .end(start..<position)
  }

  private static func continuesNumber(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}
