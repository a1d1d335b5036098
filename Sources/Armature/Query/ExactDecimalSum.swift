import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The exact sum of decimals, which does not depend on their order.
///
/// The sum is a fixed-point number with room for all digits of a decimal, and is rounded only when it is read. The
/// number is divided into parts of nine digits. Each part has spare bits, so carries are needed only once in 2²⁸
/// additions.
struct ExactDecimalSum {
  private var parts = [Int64](repeating: 0, count: Self.partCount)
  private var additionCount = 0

  private static let partDigits = 9
  private static let base: Int64 = 1_000_000_000
  /// 10⁻¹²⁸ is the lowest digit. About 60 digits above the highest are reserved for sums.
  private static let lowestExponent = -128
  private static let partCount = 40
  /// The number of digits that every decimal can have.
  private static let digitLimit = 38

  /// Adds a finite decimal a number of times.
  mutating func add(_ number: Decimal, times: Int = 1) {
    guard let (digits, exponent) = DecimalText.parts(of: number) else { return }
    let place = exponent - Self.lowestExponent
    var factor = Int128(times)
    for _ in 0..<(place % Self.partDigits) { factor *= 10 }
    if number.isSignMinus { factor = -factor }
    if additionCount == 1 << 28 { carry() }
    additionCount += 1
    var (rest, part) = (digits, place / Self.partDigits)
    while rest > 0 {
      add(Int128(rest % UInt128(Self.base)) * factor, at: part)
      rest /= UInt128(Self.base)
      part += 1
    }
  }

  private mutating func add(_ number: Int128, at part: Int) {
    var (rest, part) = (number, part)
    while rest != 0 {
      parts[part] += Int64(rest % Int128(Self.base))
      rest /= Int128(Self.base)
      part += 1
    }
  }

  /// Reduces all parts except the last below the base, and above -1.
  private mutating func carry() {
    var carried: Int64 = 0
    for part in parts.indices.dropLast() {
      let value = parts[part] + carried
      let rest = value % Self.base
      parts[part] = rest < 0 ? rest + Self.base : rest
      carried = value / Self.base - (rest < 0 ? 1 : 0)
    }
    parts[parts.count - 1] += carried
    additionCount = 0
  }

  /// The sum, rounded to 38 digits if a decimal has no room for all of them; `nil` if out of range.
  var value: Decimal? {
    var sum = self
    sum.carry()
    let isNegative = sum.parts[sum.parts.count - 1] < 0
    if isNegative {
      for part in sum.parts.indices { sum.parts[part] = -sum.parts[part] }
      sum.carry()
    }
    // The digits, the last one first.
    var digits: [UInt8] = []
    for var part in sum.parts {
      for _ in 0..<Self.partDigits {
        digits.append(UInt8(part % 10))
        part /= 10
      }
    }
    guard let first = digits.lastIndex(where: { $0 != 0 }),
      let last = digits.firstIndex(where: { $0 != 0 })
    else { return 0 }
    let whole = Self.number(digits[last...first])
    if let whole { return decimal(whole, last, isNegative) }
    let end = first + 1 - Self.digitLimit
    guard var number = Self.number(digits[end...first]) else { return nil }
    // Exact halves are rounded to even.
    let isHalf = digits[end - 1] == 5 && end - 1 == last
    if isHalf ? number % 2 == 1 : digits[end - 1] >= 5 { number += 1 }
    return decimal(number, end, isNegative)
  }

  /// Returns the number with some digits, least significant first; `nil` beyond 128 bits.
  private static func number(_ digits: ArraySlice<UInt8>) -> UInt128? {
    var number: UInt128 = 0
    for digit in digits.reversed() {
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isSumTooLarge) = tenfold.addingReportingOverflow(UInt128(digit))
      if isTooLarge || isSumTooLarge { return nil }
      number = sum
    }
    return number
  }

  private func decimal(_ number: UInt128, _ place: Int, _ isNegative: Bool) -> Decimal? {
    var (number, exponent) = (number, place + Self.lowestExponent)
    while exponent > 127 {
      let (tenfold, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      if isTooLarge { return nil }
      (number, exponent) = (tenfold, exponent - 1)
    }
    return Decimal(exactly: number).map {
      Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: $0)
    }
  }
}
