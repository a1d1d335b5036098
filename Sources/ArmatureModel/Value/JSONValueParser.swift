/// Makes a value of a JSON text, with the order of its members and the digits of its numbers.
///
/// It accepts exactly the grammar of RFC 8259, but does not say what is wrong with other texts. The scanner of data does
/// that before.
package struct JSONValueParser {
  /// A key that an object has twice.
  package struct RepeatedKey {
    /// The keys and positions that lead to it: `tags`, `[2]`, `name`.
    package let path: [String]
    /// The byte offset of the key in the text.
    package let offset: Int
  }

  /// An array or object whose parts are being read.
  private struct Level {
    /// The members of an object; nil for an array.
    var object: JSONObject?
    var values: [JSONValue] = []
    /// The key of the part that is being read, and whether it was there before.
    var key = ""
    var isRepeated = false

    var value: JSONValue { object.map(JSONValue.object) ?? .array(values) }

    /// Takes a part. Of a repeated key, the first value is kept.
    mutating func take(_ part: JSONValue) {
      if object == nil {
        values.append(part)
      } else if !isRepeated {
        _ = object?.append(key, part)
      }
    }
  }

  /// The maximum number of arrays and objects around a value.
  package static let depthLimit = 512

  private let bytes: UnsafeBufferPointer<UInt8>
  private var next = 0
  private var levels: [Level] = []

  private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the value of a text; `nil` if the text is not one JSON value, or is nested too deep.
  ///
  /// - Parameter report: A closure that is called for each key that an object has twice.
  /// - Complexity: O(*n*) in its bytes, without recursion.
  package static func value(
    of bytes: UnsafeBufferPointer<UInt8>, _ report: (RepeatedKey) -> Void
  ) -> JSONValue? {
    var parser = JSONValueParser(bytes)
    guard let value = parser.value(report) else { return nil }
    parser.skipWhitespace()
    return parser.next == bytes.count ? value : nil
  }

  /// Returns the value of a text; `nil` also if an object has a key twice.
  package static func value(of text: String) -> JSONValue? {
    var text = text
    var isSound = true
    let value = text.withUTF8 { bytes in Self.value(of: bytes) { _ in isSound = false } }
    return isSound ? value : nil
  }

  private mutating func value(_ report: (RepeatedKey) -> Void) -> JSONValue? {
    while true {
      // Reads a plain value, an empty array or object, or enters an array or object.
      var part: JSONValue?
      skipWhitespace()
      guard next < bytes.count else { return nil }
      switch bytes[next] {
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        guard levels.count < Self.depthLimit else { return nil }
        let isObject = bytes[next] == UInt8(ascii: "{")
        next += 1
        if take(isObject ? "}" : "]") {
          part = isObject ? .object(JSONObject()) : .array([])
        } else {
          levels.append(Level(object: isObject ? JSONObject() : nil))
          if isObject, !readKey(report) { return nil }
        }
      case UInt8(ascii: "\""):
        guard let text = string() else { return nil }
        part = .string(text)
      default:
        guard let plain = word() ?? number() else { return nil }
        part = plain
      }
      // Gives it to the array or object around it, and leaves all that end here.
      while let complete = part {
        guard let last = levels.indices.last else { return complete }
        levels[last].take(complete)
        let isObject = levels[last].object != nil
        if take(",") {
          if isObject, !readKey(report) { return nil }
          part = nil
        } else {
          guard take(isObject ? "}" : "]"), let level = levels.popLast() else { return nil }
          part = level.value
        }
      }
    }
  }

  private mutating func readKey(_ report: (RepeatedKey) -> Void) -> Bool {
    skipWhitespace()
    let (offset, last) = (next, levels.count - 1)
    guard next < bytes.count, bytes[next] == UInt8(ascii: "\""), let key = string(), take(":")
    else {
      return false
    }
    levels[last].key = key
    levels[last].isRepeated = levels[last].object?[key] != nil
    if levels[last].isRepeated {
      let path = levels.map { $0.object == nil ? "[\($0.values.count)]" : $0.key.shortenedName }
      report(RepeatedKey(path: path, offset: offset))
    }
    return true
  }

  // MARK: Tokens

  private mutating func skipWhitespace() {
    while next < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[next]) { next += 1 }
  }

  /// Skips white space and a sign, and returns whether the sign was there.
  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    skipWhitespace()
    guard next < bytes.count, bytes[next] == UInt8(ascii: sign) else { return false }
    next += 1
    return true
  }

  private mutating func word() -> JSONValue? {
    let words: [(StaticString, JSONValue)] = [("true", true), ("false", false), ("null", .null)]
    for (word, value) in words {
      let end = next + word.utf8CodeUnitCount
      guard end <= bytes.count, word.withUTF8Buffer({ bytes[next..<end].elementsEqual($0) }) else {
        continue
      }
      next = end
      return value
    }
    return nil
  }

  private mutating func number() -> JSONValue? {
    guard let start = bytes.baseAddress,
      let number = NumberText.prefix(from: start + next, to: start + bytes.count)
    else { return nil }
    next += number.text.count
    return .number(JSONNumber(checked: String(decoding: number.text, as: UTF8.self)))
  }

  /// Reads a text, from its first quotation mark on.
  private mutating func string() -> String? {
    next += 1
    let start = next
    while next < bytes.count, bytes[next] >= 0x20, bytes[next] != UInt8(ascii: "\\") {
      if bytes[next] == UInt8(ascii: "\"") {
        defer { next += 1 }
        return String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<next]), as: UTF8.self)
      }
      next += 1
    }
    var text = Array(bytes[start..<next])
    while next < bytes.count, bytes[next] >= 0x20 {
      let byte = bytes[next]
      next += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escaped() else { return nil }
        text += Array(String(scalar).utf8)
      default: text.append(byte)
      }
    }
    return nil
  }

  /// Reads an escape after its backslash.
  private mutating func escaped() -> Unicode.Scalar? {
    guard next < bytes.count else { return nil }
    let byte = bytes[next]
    next += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: return nil
    }
    guard let first = unit() else { return nil }
    guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) }
    guard next + 1 < bytes.count, bytes[next] == UInt8(ascii: "\\"),
      bytes[next + 1] == UInt8(ascii: "u")
    else { return nil }
    next += 2
    guard let second = unit(), UTF16.isTrailSurrogate(second) else { return nil }
    return Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + UInt32(second) - 0xDC00)
  }

  /// Reads the four digits of an escape.
  private mutating func unit() -> UInt16? {
    guard next + 4 <= bytes.count else { return nil }
    defer { next += 4 }
    let digits = bytes[next..<next + 4]
    guard digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
