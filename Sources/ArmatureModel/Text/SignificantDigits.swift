/// The digits of a number without leading and trailing zeros.
struct SignificantDigits {
  /// The digits as one number. Meaningless if `overflows` is true.
  private(set) var value: UInt128 = 0
  /// The number of digits; 0 for the number 0.
  private(set) var count = 0
  /// The power of ten of the last digit; 0 for the number 0.
  private(set) var exponent = 0
  /// Whether the digits need more than 128 bits.
  private(set) var overflows = false

  init(_ number: NumberText) {
    exponent = number.exponent
    if number.digitCount <= 19 {
      takeMantissa(number.mantissa)
    } else {
      takeDigits(number.text)
    }
    if count == 0 { exponent = 0 }
  }

  private mutating func takeMantissa(_ mantissa: UInt64) {
    if mantissa == 0 { return }
    var rest = mantissa
    while rest % 10 == 0 {
      rest /= 10
      exponent += 1
    }
    value = UInt128(rest)
    count = AsciiDigits.digitCount(rest)
  }

  private mutating func takeDigits(_ text: UnsafeBufferPointer<UInt8>) {
    // Zeros are added only when a digit follows, since trailing zeros are not significant.
    var zeros = 0
    for byte in text {
      let digit = AsciiDigits.value(byte)
      if byte | 0x20 == 0x65 { break }
      if digit > 9 { continue }
      if digit == 0 {
        if count > 0 { zeros += 1 }
        continue
      }
      while zeros > 0 {
        append(0)
        zeros -= 1
      }
      append(digit)
    }
    exponent += zeros
  }

  private mutating func append(_ digit: UInt8) {
    count += 1
    if overflows { return }
    let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
    let (sum, isSumTooLarge) = tenfold.addingReportingOverflow(UInt128(digit))
    overflows = isTooLarge || isSumTooLarge
    value = sum
  }
}
