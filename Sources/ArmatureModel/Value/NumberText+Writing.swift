extension NumberText {
  /// The most bytes that a written number has.
  package static let maximumLength = 32

  /// Writes an integer and returns the number of bytes.
  ///
  /// - Parameter out: Room for ``maximumLength`` bytes, as in all writers here.
  package static func write(_ value: Int64, to out: UnsafeMutablePointer<UInt8>) -> Int {
    if value >= 0 { return AsciiDigits.write(UInt64(value), to: out) }
    out[0] = 0x2D
    return 1 + AsciiDigits.write(value.magnitude, to: out + 1)
  }

  /// Writes the shortest text that reads back as the same double, and returns its length.
  ///
  /// Whole values keep a fraction, `5.0`, and so remain doubles to other readers; minus zero
  /// is `-0.0`. From 2^54 on and below 1e-4 the text has an exponent, `1e-05`.
  /// - Returns: 0 for NaN and infinities, which have no text in JSON.
  package static func write(_ value: Double, to out: UnsafeMutablePointer<UInt8>) -> Int {
    // No two texts of at most 15 digits mean the same double, so that if one of them gives the
    // value, its digits without zeros at the end are the shortest. Most prices end here.
    let magnitude = value.magnitude
    if magnitude < 1e12 {
      let thousandths = UInt64(magnitude * 1_000 + 0.5)
      if Double(thousandths) / 1_000 == magnitude {
        return writeThousandths(thousandths, isNegative: value.sign == .minus, to: out)
      }
    }
    return value.isFinite ? copy(value.description, to: out) : 0
  }

  /// Writes the shortest text that reads back as the same float, and returns its length.
  ///
  /// - Returns: 0 for NaN and infinities, which have no text in JSON.
  package static func write(_ value: Float, to out: UnsafeMutablePointer<UInt8>) -> Int {
    value.isFinite ? copy(value.description, to: out) : 0
  }

  private static func writeThousandths(
    _ value: UInt64, isNegative: Bool, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let whole = value / 1_000
    let fraction = Int(truncatingIfNeeded: value &- whole &* 1_000)
    var end = out
    if isNegative {
      end[0] = 0x2D
      end += 1
    }
    end += AsciiDigits.write(whole, to: end)
    end[0] = 0x2E
    let tenths = fraction / 100
    let rest = fraction &- tenths &* 100
    end[1] = UInt8(truncatingIfNeeded: tenths) &+ 0x30
    if rest == 0 { return end + 2 - out }
    AsciiDigits.writeTwo(rest, to: end + 2)
    return end + (end[3] == 0x30 ? 3 : 4) - out
  }

  private static func copy(_ text: String, to out: UnsafeMutablePointer<UInt8>) -> Int {
    var text = text
    return text.withUTF8 { bytes in
      // The longest description of a double, "-2.2250738585072014e-308", has 24 bytes.
      guard let start = bytes.baseAddress, bytes.count <= maximumLength else { return 0 }
      out.update(from: start, count: bytes.count)
      return bytes.count
    }
  }
}
