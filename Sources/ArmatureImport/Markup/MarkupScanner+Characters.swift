import Armature
import ArmatureModel

extension MarkupScanner {
  /// Returns whether some characters come next.
  func peek(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - offset >= count else { return false }
    return (0..<count).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
  }

  /// Returns the offset of the first occurrence of a text, searching from another offset.
  func find(_ text: String, from start: Int) -> Int? {
    let wanted = Array(text.utf8)
    guard start <= bytes.count - wanted.count else { return nil }
    return (start...bytes.count - wanted.count).first { place in
      bytes[place] == wanted[0] && wanted.indices.allSatisfy { bytes[place + $0] == wanted[$0] }
    }
  }

  /// Reads the name that comes next.
  mutating func name(_ what: String) throws(MarkupError) -> String {
    let start = offset
    while offset < bytes.count, Self.isNamePart(bytes[offset]) { offset += 1 }
    guard let first = bytes[start..<offset].first, !Self.isInsideOnly(first) else {
      throw error("Expected the name of \(what), but found none.", atOffset: start)
    }
    // Names appear in messages, so their length is limited.
    guard offset - start <= 256 else {
      throw error("A name must have at most 256 bytes, but has more.", atOffset: start)
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private static func isNamePart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...0xFF,
      UInt8(ascii: "_"), UInt8(ascii: ":"):
      true
    default: isInsideOnly(byte)
    }
  }

  /// Returns whether a byte can occur in names, but not at their beginning.
  private static func isInsideOnly(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Returns the characters up to a byte, or up to the end. References are replaced by their characters.
  ///
  /// In an attribute, a literal line break or tab counts as a space, as XML requires.
  mutating func characters(
    until end: UInt8, isAttribute: Bool = false
  ) throws(MarkupError) -> String {
    var found: [UInt8] = []
    var start = offset
    while offset < bytes.count, bytes[offset] != end {
      let byte = bytes[offset]
      switch byte {
      case UInt8(ascii: "&"):
        found += bytes[start..<offset]
        found += try reference().utf8
        start = offset
      case UInt8(ascii: "<"):
        throw error("A value must have &lt; in place of <, but has <.")
      case 0x09, 0x0A, 0x0D:
        found += bytes[start..<offset]
        // XML reads a carriage return and a line feed as one line break.
        if byte != 0x0D || offset + 1 == bytes.count || bytes[offset + 1] != 0x0A {
          found.append(isAttribute ? 0x20 : byte == 0x0D ? 0x0A : byte)
        }
        offset += 1
        start = offset
      case 0x00..<0x20:
        throw error("Expected no control characters, but found one.")
      default: offset += 1
      }
    }
    if found.isEmpty { return String(decoding: bytes[start..<offset], as: UTF8.self) }
    return String(decoding: found + bytes[start..<offset], as: UTF8.self)
  }

  /// Returns the character that `&lt;`, `&#65;` or `&#x41;` stands for.
  private mutating func reference() throws(MarkupError) -> String {
    let start = offset
    let most = min(bytes.count, start + 12)
    guard let end = bytes[start..<most].firstIndex(of: UInt8(ascii: ";")) else {
      throw error("A value must have &amp; in place of &, but has &.")
    }
    let name = String(decoding: bytes[start + 1..<end], as: UTF8.self)
    offset = end + 1
    switch name {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard name.hasPrefix("#") else {
      throw error(
        "Expected only the entities of XML itself, but found \("&\(name);".quotedForMessage).",
        atOffset: start)
    }
    let digits = name.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    guard let number, let scalar = Unicode.Scalar(number),
      number >= 0x20 || [9, 10, 13].contains(number),
      number != 0xFFFE, number != 0xFFFF
    else {
      throw error("&\(name); must represent a character, but does not.", atOffset: start)
    }
    return String(scalar)
  }

  /// Throws an error if the text is not in UTF-8.
  mutating func checkEncoding() throws(MarkupError) {
    let marks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF], [0x3C, 0x00], [0x00, 0x3C]]
    if marks.contains(where: { bytes.starts(with: $0) }) {
      throw error("The text must be in UTF-8, but is in UTF-16 or UTF-32. Save it as UTF-8.")
    }
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    var place = 0
    while case .scalarValue(let scalar) = decoder.decode(&iterator) {
      place += UTF8.width(scalar)
    }
    throw error("The text must be in UTF-8, but a byte here is invalid.", atOffset: place)
  }
}
