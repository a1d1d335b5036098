#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads and writes decimals as strings. A string is either read exactly or rejected.
///
/// In contrast, Foundation rounds values that do not fit, and reads the longest valid prefix, so "12abc" becomes 12.
///
/// A value fits if its digits, without leading and trailing zeros, form a number below 2^128, and if its power of ten
/// is from −128 to 127. All numbers of 38 digits fit, and some numbers of 39 digits fit as well.
package enum DecimalText {
  /// The maximum length of a written decimal in bytes.
  package static let maximumLength = 48

  /// Returns the decimal of a text in JSON's grammar.
  package static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) throws(NumberText.Failure) -> Decimal {
    guard let number = NumberText(bytes) else { throw .notANumber }
    return try number.decimal()
  }

  /// Returns the decimal of a text in JSON's grammar.
  package static func parse(_ text: String) throws(NumberText.Failure) -> Decimal {
    var text = text
    let result: Result<Decimal, NumberText.Failure> = text.withUTF8 { bytes in
      do throws(NumberText.Failure) {
        return .success(try parse(bytes))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// Writes a string that is read as an equal decimal again, and returns its length.
  ///
  /// Equal decimals are written in the same way, without trailing zeros, as in `-12.5` and `0.001`. A number that would
  /// have 41 digits or more is written with an exponent, as in `15e126`.
  /// - Parameter out: Memory for ``maximumLength`` bytes.
  /// - Returns: The length. It is 0 for NaN, which cannot be written in JSON.
  package static func write(_ value: Decimal, to out: UnsafeMutablePointer<UInt8>) -> Int {
    if value.isNaN { return 0 }
    if value.isZero {
      out[0] = 0x30
      return 1
    }
    guard let (digits, exponent) = parts(of: value) else { return 0 }
    var count = 0
    if value.isSignMinus {
      out[0] = 0x2D
      count = 1
    }
    return count + write(digits, exponent: exponent, to: out + count)
  }

  /// Returns the text of a decimal, or nil for NaN.
  package static func string(_ value: Decimal) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { buffer in
      guard let out = buffer.baseAddress else { return nil }
      let count = write(value, to: out)
      if count == 0 { return nil }
      return String(decoding: UnsafeBufferPointer(start: out, count: count), as: UTF8.self)
    }
  }

  private static let longestPlain = 40

  private static func write(
    _ digits: UInt128, exponent: Int, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let count = writeDigits(digits, to: out)
    if exponent >= 0 && count + exponent <= longestPlain {
      (out + count).update(repeating: 0x30, count: exponent)
      return count + exponent
    }
    if exponent < 0 && -exponent < count {
      let whole = count + exponent
      (out + whole + 1).update(from: out + whole, count: -exponent)
      out[whole] = 0x2E
      return count + 1
    }
    if exponent < 0 && -exponent <= longestPlain {
      let zeros = -exponent - count
      (out + 2 + zeros).update(from: out, count: count)
      out.update(repeating: 0x30, count: 2 + zeros)
      out[1] = 0x2E
      return 2 + zeros + count
    }
    var end = count
    out[end] = 0x65
    end += 1
    if exponent < 0 {
      out[end] = 0x2D
      end += 1
    }
    return end + AsciiDigits.write(UInt64(exponent.magnitude), to: out + end)
  }

  private static func writeDigits(
    _ digits: UInt128, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    if let small = UInt64(exactly: digits) { return AsciiDigits.write(small, to: out) }
    let (high, low) = digits.quotientAndRemainder(dividingBy: 10_000_000_000_000_000_000)
    let count = writeDigits(high, to: out)
    AsciiDigits.write(UInt64(low), width: 19, to: out + count)
    return count + 19
  }

  /// Returns the digits without trailing zeros, and the power of ten of the last digit.
  package static func parts(of value: Decimal) -> (digits: UInt128, exponent: Int)? {
    if var mantissa = shortMantissa(of: value) {
      var exponent = value.exponent
      while mantissa % 10 == 0 {
        mantissa /= 10
        exponent += 1
      }
      return (UInt128(mantissa), exponent)
    }
    var text = value.significand.description
    return text.withUTF8 { bytes in
      NumberText(bytes).map {
        let digits = SignificantDigits($0)
        return (digits.value, value.exponent + digits.exponent)
      }
    }
  }

  /// Returns the mantissa of a decimal if it fits in 64 bits.
  ///
  /// Foundation has no accessor for the mantissa, and printing the significand takes 1.4 µs. Both versions of
  /// Foundation store the mantissa at byte 4, but do not guarantee this. The result is therefore checked: if public
  /// functions don't create an identical decimal from these bytes, the bytes are not used.
  private static func shortMantissa(of value: Decimal) -> UInt64? {
    let guess = withUnsafeBytes(of: value) { bytes in
      bytes.count >= 12 ? bytes.loadUnaligned(fromByteOffset: 4, as: UInt64.self) : 0
    }
    if guess == 0 { return nil }
    let made = Decimal(sign: value.sign, exponent: value.exponent, significand: Decimal(guess))
    let isSame = withUnsafeBytes(of: value) { given in
      withUnsafeBytes(of: made) { given.elementsEqual($0) }
    }
    return isSame ? guess : nil
  }
}

extension NumberText {
  /// Returns the value as a decimal, without rounding.
  ///
  /// - Throws: ``Failure/inexact`` for too many digits, ``Failure/outOfRange`` if the last digit is above 10^127 or
  ///   the first is below 10^-128.
  package func decimal() throws(Failure) -> Decimal {
    let digits = SignificantDigits(self)
    if digits.count == 0 { return Decimal(0 as UInt64) }
    // The number is in the range 10^(leading − 1) ..< 10^leading.
    let leading = digits.count + digits.exponent
    if leading > 166 || leading < -127 || digits.exponent > 127 { throw .outOfRange }
    if digits.overflows || digits.exponent < -128 { throw .inexact }
    let sign: FloatingPointSign = isNegative ? .minus : .plus
    if let short = UInt64(exactly: digits.value) {
      return Decimal(sign: sign, exponent: digits.exponent, significand: Decimal(short))
    }
    guard let significand = Decimal(exactly: digits.value) else { throw .inexact }
    return Decimal(sign: sign, exponent: digits.exponent, significand: significand)
  }
}
