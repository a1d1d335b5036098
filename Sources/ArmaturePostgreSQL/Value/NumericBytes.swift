/// Decimal numbers in the server's binary format: digits of base 10,000, the weight of the first one, a sign, and the
/// number of displayed decimal places.
enum NumericBytes {
  private static let negative: UInt16 = 0x4000
  private static let notANumber: UInt16 = 0xC000
  private static let infinity: UInt16 = 0xD000
  private static let negativeInfinity: UInt16 = 0xF000

  /// Writes a number from its text, such as `-12.5` or `1e-20`; returns false for an invalid text.
  static func write(_ text: String, to buffer: ByteBuffer) -> Bool {
    if text == "NaN" {
      write([], weight: 0, sign: notANumber, scale: 0, to: buffer)
      return true
    }
    guard var parts = Parts(text) else { return false }
    // So that the decimal point is between two digits of base 10,000.
    while parts.exponent % 4 != 0 {
      parts.digits.append(0)
      parts.exponent -= 1
    }
    while !parts.digits.count.isMultiple(of: 4) { parts.digits.insert(0, at: 0) }
    var groups = stride(from: 0, to: parts.digits.count, by: 4).map { first in
      parts.digits[first..<(first + 4)].reduce(UInt16(0)) { $0 * 10 + UInt16($1) }
    }
    var weight = groups.count + parts.exponent / 4 - 1
    while groups.last == 0 { groups.removeLast() }
    while groups.first == 0 {
      groups.removeFirst()
      weight -= 1
    }
    let scale = max(0, -parts.shownExponent)
    write(
      groups, weight: groups.isEmpty ? 0 : Int16(clamping: weight),
      sign: parts.isNegative && !groups.isEmpty ? negative : 0, scale: UInt16(clamping: scale),
      to: buffer)
    return true
  }

  private static func write(
    _ groups: [UInt16], weight: Int16, sign: UInt16, scale: UInt16, to buffer: ByteBuffer
  ) {
    buffer.append(UInt16(clamping: groups.count))
    buffer.append(weight)
    buffer.append(sign)
    buffer.append(scale)
    for group in groups { buffer.append(group) }
  }

  /// The digits of a number and the power of ten of the last one.
  private struct Parts {
    var digits: [UInt8] = []
    var exponent = 0
    let shownExponent: Int
    let isNegative: Bool

    init?(_ text: String) {
      var rest = text.utf8[...]
      isNegative = rest.first == UInt8(ascii: "-")
      if isNegative || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      var isAfterPoint = false
      while let byte = rest.popFirst() {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
          digits.append(byte - UInt8(ascii: "0"))
          if isAfterPoint { exponent -= 1 }
        case UInt8(ascii: ".") where !isAfterPoint: isAfterPoint = true
        case UInt8(ascii: "e"), UInt8(ascii: "E"):
          guard let power = Int(Substring(rest)), power.magnitude < 20_000 else { return nil }
          exponent += power
          rest = rest.suffix(0)
        default: return nil
        }
      }
      if digits.isEmpty { return nil }
      shownExponent = exponent
    }
  }

  /// Returns the number as text; `nil` for invalid bytes. It also reads infinite numbers, which no attribute can have.
  static func text(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    guard bytes.count >= 8 else { return nil }
    func number(_ place: Int) -> UInt16 { UInt16(bytes[place]) << 8 | UInt16(bytes[place + 1]) }
    let (count, sign) = (Int(number(0)), number(4))
    switch sign {
    case notANumber: return "NaN"
    case infinity: return "Infinity"
    case negativeInfinity: return "-Infinity"
    default: break
    }
    guard sign == 0 || sign == negative, bytes.count == 8 + 2 * count else { return nil }
    if count == 0 { return "0" }
    let weight = Int(Int16(bitPattern: number(2)))
    var text = sign == negative ? "-" : ""
    for index in 0..<count {
      guard number(8 + 2 * index) < 10_000 else { return nil }
      let group = String(number(8 + 2 * index))
      text += index == 0 ? group : String(repeating: "0", count: 4 - group.count) + group
    }
    var exponent = 4 * (weight - count + 1)
    while text.utf8.last == UInt8(ascii: "0"), exponent < 0 {
      text.removeLast()
      exponent += 1
    }
    return exponent == 0 ? text : "\(text)e\(exponent)"
  }
}
