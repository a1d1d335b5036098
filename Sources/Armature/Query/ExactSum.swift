/// The exact sum of floating-point numbers, which does not depend on their order.
///
/// The sum is a fixed-point number with room for all bits of a double, and is rounded only when it is read. The number
/// is divided into parts of 32 bits. Each part has spare bits, so carries are needed only once in 2³⁰ additions. An
/// addition takes 4 ns.
struct ExactSum {
  private var parts = [Int64](repeating: 0, count: Self.partCount)
  private var additionCount = 0

  /// 2⁻¹⁰⁷⁴ is the lowest bit. More than 200 bits above the highest are reserved for sums.
  private static let partCount = 72
  private static let lowestExponent = -1074

  /// Adds a finite number a number of times.
  mutating func add(_ number: Double, times: Int = 1) {
    let exponent = max(Int(number.exponentBitPattern), 1)
    let isNormal = number.exponentBitPattern != 0
    var mantissa = Int128(number.significandBitPattern | (isNormal ? 1 << 52 : 0))
    if number.sign == .minus { mantissa = -mantissa }
    if times == 1 { return add(mantissa, at: exponent - 1) }
    // In two halves, so that the products fit.
    add(mantissa * Int128(times & 0xFFFF_FFFF), at: exponent - 1)
    add(mantissa * Int128(times >> 32), at: exponent + 31)
  }

  /// Adds a whole number.
  mutating func add(_ number: Int128) {
    // In two halves as well.
    add(number >> 64, at: 64 - Self.lowestExponent)
    add(number & Int128(UInt64.max), at: -Self.lowestExponent)
  }

  /// Adds a number of at most 96 bits, shifted left by `bit` bits.
  private mutating func add(_ number: Int128, at bit: Int) {
    if additionCount == 1 << 29 { carry() }
    additionCount += 1
    var (rest, part) = (number << (bit & 31), bit >> 5)
    for _ in 0..<3 {
      parts[part] += Int64(truncatingIfNeeded: rest & 0xFFFF_FFFF)
      rest >>= 32
      part += 1
    }
    // The sign, or the last bits of a long number.
    parts[part] += Int64(truncatingIfNeeded: rest)
  }

  /// Reduces all parts except the last below 2³², and above -1.
  private mutating func carry() {
    var carried: Int64 = 0
    for part in parts.indices.dropLast() {
      let value = parts[part] + carried
      parts[part] = value & 0xFFFF_FFFF
      carried = value >> 32
    }
    parts[parts.count - 1] += carried
    additionCount = 0
  }

  /// Returns the sum times a power of two, rounded; infinite if out of range.
  func value(scaledByPowerOfTwo power: Int = 0) -> Double {
    var sum = self
    sum.carry()
    let isNegative = sum.parts[sum.parts.count - 1] < 0
    if isNegative {
      for part in sum.parts.indices { sum.parts[part] = -sum.parts[part] }
      sum.carry()
    }
    guard let top = sum.parts.lastIndex(where: { $0 != 0 }) else { return 0 }
    func part(_ index: Int) -> UInt64 { index < 0 ? 0 : UInt64(sum.parts[index]) }
    // The upper 64 bits, and whether lower bits are set.
    let shift = 32 - (UInt64.bitWidth - part(top).leadingZeroBitCount)
    var word = part(top) << 32 | part(top - 1)
    var isInexact = sum.parts[..<max(0, top - 2)].contains { $0 != 0 }
    if shift >= 0 {
      let low = part(top - 2) << UInt64(shift)
      word = word << UInt64(shift) | low >> 32
      if low & 0xFFFF_FFFF != 0 { isInexact = true }
    }
    if isInexact { word |= 1 }
    let exponent = 32 * (top - 1) - shift + Self.lowestExponent + power
    let size = Double(sign: .plus, exponent: exponent, significand: Double(word))
    return isNegative ? -size : size
  }
}
