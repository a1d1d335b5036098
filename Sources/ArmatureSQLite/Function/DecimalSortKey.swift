import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A byte key that sorts decimal numbers in numeric order.
///
/// The key contains the sign, the position of the first digit, and the digits without leading and trailing zeros. For
/// negative numbers, the bits are inverted, and a last byte sorts fewer digits after more.
enum DecimalSortKey {
  static func bytes(of number: Decimal) -> Data {
    guard let text = DecimalText.string(number) else { return Data([3]) }
    if number.isZero { return Data([1]) }
    var digits: [UInt8] = []
    var (point, exponent) = (Int?.none, 0)
    var rest = text.utf8.drop { $0 == UInt8(ascii: "-") }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "."): point = digits.count
      case UInt8(ascii: "e"):
        exponent = Int(String(decoding: rest, as: UTF8.self)) ?? 0
        rest = rest.suffix(0)
      default: digits.append(byte)
      }
    }
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    // An offset keeps the position far above 0, for exponents of both signs.
    let place = UInt16(clamping: (point ?? digits.count) + exponent - zeros + 0x4000)
    digits.removeFirst(zeros)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let key = [UInt8(place >> 8), UInt8(place & 0xFF)] + digits
    return Data(number.isSignMinus ? [0] + key.map { ~$0 } + [0xFF] : [2] + key)
  }
}
