#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

extension DateText {
  /// The most bytes that a written date has.
  package static let maximumLength = 48

  /// Writes a date in its shortest form that reads back as the same date, and returns its length.
  ///
  /// Whole seconds have no fraction; otherwise it has the digits of the shortest number of
  /// seconds that is this date and no other, up to 18. The one loss: within 10 ms of
  /// 2001-01-01T00:00:00Z, where a `Date` is finer than that, it is rounded to 10^-18 s.
  /// - Parameters:
  ///   - offset: The zone to write in, in seconds east of UTC. Nil and 0 give `Z`, as do zones
  ///     that have no text, those of 24 hours and more or with a part of a minute.
  ///   - out: Room for ``maximumLength`` bytes.
  /// - Returns: 0 for what has no text: NaN, infinities, years outside ±999,999.
  package static func write(
    _ date: Date, offset: Int? = nil, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let interval = date.timeIntervalSinceReferenceDate
    // Nearly a million years; the exact bound is checked on the year.
    guard interval.magnitude < 4e13 else { return 0 }
    let (seconds, fraction, digits) = split(interval)
    var zone = offset ?? 0
    if zone % 60 != 0 || zone.magnitude >= 86_400 { zone = 0 }
    guard let start = writeSeconds(seconds + zone, to: out) else { return 0 }
    var end = start
    if digits > 0 {
      end[0] = 0x2E
      AsciiDigits.write(fraction, width: digits, to: end + 1)
      end += 1 + digits
    }
    return writeZone(zone, to: end) - out
  }

  /// The text of a date; nil for what has none.
  package static func string(_ date: Date, offset: Int? = nil) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { buffer in
      guard let out = buffer.baseAddress else { return nil }
      let count = write(date, offset: offset, to: out)
      if count == 0 { return nil }
      return String(decoding: UnsafeBufferPointer(start: out, count: count), as: UTF8.self)
    }
  }

  /// The whole seconds below an interval, and the rest as a decimal fraction.
  private static func split(
    _ interval: Double
  ) -> (seconds: Int, fraction: UInt64, digits: Int) {
    let truncated = Int(interval)
    if Double(truncated) == interval { return (truncated, 0, 0) }
    let thousandths = Int(interval.magnitude * 1_000 + 0.5)
    if interval.magnitude < 1e12, Double(thousandths) / 1_000 == interval.magnitude {
      return split(scaled: interval < 0 ? -thousandths : thousandths, digits: 3)
    }
    // The shortest digits of the interval are those of the text: adding whole seconds in decimal
    // changes neither their number nor what they read back as.
    var text = interval.description
    let (scaled, digits) = text.withUTF8 { bytes -> (Int, Int) in
      guard let number = NumberText(bytes) else { return (0, 0) }
      var magnitude = number.mantissa
      var digits = -number.exponent
      if digits > 18 {
        // At most 17 digits: 18 places further down, nothing is left of them.
        let surplus = min(digits - 18, 18)
        magnitude = (magnitude + integerPowersOfTen[surplus] / 2) / integerPowersOfTen[surplus]
        digits = 18
      }
      let value = Int(truncatingIfNeeded: magnitude)
      return (number.isNegative ? -value : value, digits)
    }
    return split(scaled: scaled, digits: digits)
  }

  private static func split(
    scaled: Int, digits: Int
  ) -> (seconds: Int, fraction: UInt64, digits: Int) {
    let unit = Int(integerPowersOfTen[digits])
    var seconds = scaled / unit
    var rest = scaled % unit
    if rest < 0 {
      seconds -= 1
      rest += unit
    }
    var fraction = UInt64(rest)
    var count = digits
    while count > 0 && fraction % 10 == 0 {
      fraction /= 10
      count -= 1
    }
    return (seconds, fraction, count)
  }

  /// Writes day and time of whole seconds since the reference date, without a zone.
  private static func writeSeconds(
    _ seconds: Int, to out: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8>? {
    var days = seconds / 86_400
    var time = seconds % 86_400
    if time < 0 {
      days -= 1
      time += 86_400
    }
    let date = CivilDate(daysSince1970: days + CivilDate.referenceDay)
    var end = out
    if 0...9_999 ~= date.year {
      AsciiDigits.write(UInt64(date.year), width: 4, to: end)
      end += 4
    } else {
      guard date.year.magnitude <= 999_999 else { return nil }
      end[0] = date.year < 0 ? 0x2D : 0x2B
      AsciiDigits.write(UInt64(date.year.magnitude), width: 6, to: end + 1)
      end += 7
    }
    end[0] = 0x2D
    AsciiDigits.writeTwo(date.month, to: end + 1)
    end[3] = 0x2D
    AsciiDigits.writeTwo(date.day, to: end + 4)
    end[6] = 0x54
    AsciiDigits.writeTwo(time / 3_600, to: end + 7)
    end[9] = 0x3A
    AsciiDigits.writeTwo(time / 60 % 60, to: end + 10)
    end[12] = 0x3A
    AsciiDigits.writeTwo(time % 60, to: end + 13)
    return end + 15
  }

  private static func writeZone(
    _ zone: Int, to out: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    if zone == 0 {
      out[0] = 0x5A
      return out + 1
    }
    let minutes = Int(zone.magnitude) / 60
    out[0] = zone < 0 ? 0x2D : 0x2B
    AsciiDigits.writeTwo(minutes / 60, to: out + 1)
    out[3] = 0x3A
    AsciiDigits.writeTwo(minutes % 60, to: out + 4)
    return out + 6
  }
}
