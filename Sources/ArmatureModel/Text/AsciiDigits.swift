/// Functions that write decimal digits as bytes, two at a time.
///
/// The functions write to memory of the caller, starting at `out`. Each function states how many bytes it may write,
/// and the caller must provide at least this number.
package enum AsciiDigits {
  /// The bytes of 00, 01, … 99, as a literal in constant memory.
  private static let pairs: StaticString = """
    00010203040506070809101112131415161718192021222324252627282930313233343536373839\
    40414243444546474849505152535455565758596061626364656667686970717273747576777879\
    8081828384858687888990919293949596979899
    """

  /// Writes two bytes for a value of 0 to 99.
  @inline(__always)
  static func writeTwo(_ value: Int, to out: UnsafeMutablePointer<UInt8>) {
    assert(0...99 ~= value)
    let pair = pairs.utf8Start + value &* 2
    out[0] = pair[0]
    out[1] = pair[1]
  }

  /// Writes exactly `count` bytes. They are the value with leading zeros, or its last `count` digits if it has more.
  @inline(__always)
  static func write(_ value: UInt64, width count: Int, to out: UnsafeMutablePointer<UInt8>) {
    var rest = value
    var index = count
    while index >= 2 {
      index &-= 2
      let quotient = rest / 100
      writeTwo(Int(truncatingIfNeeded: rest &- quotient &* 100), to: out + index)
      rest = quotient
    }
    if index == 1 { out[0] = UInt8(truncatingIfNeeded: rest % 10) &+ 0x30 }
  }

  /// Writes a number without leading zeros, and returns its length. It writes at most 20 bytes.
  @inline(__always)
  static func write(_ value: UInt64, to out: UnsafeMutablePointer<UInt8>) -> Int {
    let count = digitCount(value)
    write(value, width: count, to: out)
    return count
  }

  /// Returns the number of decimal digits of a value; 1 for 0.
  @inline(__always)
  static func digitCount(_ value: UInt64) -> Int {
    if value < 10 { return 1 }
    if value < 100 { return 2 }
    var count = 3
    var bound: UInt64 = 1_000
    while count < 20 && value >= bound {
      count &+= 1
      bound = bound &* 10
    }
    return count
  }

  /// Returns the value of an ASCII digit, or a number above 9 for any other byte.
  @inline(__always)
  static func value(_ byte: UInt8) -> UInt8 { byte &- 0x30 }
}

/// The powers of ten that fit in 64 bits, 10^0 to 10^19.
let integerPowersOfTen: [UInt64] = [
  1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
  10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
  100_000_000_000_000, 1_000_000_000_000_000, 10_000_000_000_000_000,
  100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
]

/// The powers of ten that are exact as `Double`, 10^0 to 10^22.
let doublePowersOfTen: [Double] = [
  1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
  1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
]
