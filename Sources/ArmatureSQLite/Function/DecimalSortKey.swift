import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Bytes that sort in the order of decimal numbers.
///
/// The sign, the place of the first digit, and the digits without zeros at either end. For negative
/// numbers, the bits are inverted, and a last byte puts fewer digits behind more.
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
    // An offset keeps the place far above 0, for exponents of both signs.
    let place = UInt16(clamping: (point ?? digits.count) + exponent - zeros + 0x4000)
    digits.removeFirst(zeros)
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let key = [UInt8(place >> 8), UInt8(place & 0xFF)] + digits
    return Data(number.isSignMinus ? [0] + key.map { ~$0 } + [0xFF] : [2] + key)
  }
}
