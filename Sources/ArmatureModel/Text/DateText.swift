#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Reads and writes dates as strings. The format is a strict profile of RFC 3339 and ISO 8601 in the proleptic
/// Gregorian calendar.
///
/// The format follows these rules:
/// - `2024-02-29` means midnight UTC.
/// - `2024-02-29T12:30:00` and `2024-02-29 12:30:00.25` are in UTC, unless a time zone follows. The time zone is `Z`,
///   or `±HH:MM` with at most 23:59. The letters may be lowercase.
/// - Years outside of 0…9999 have a sign and six digits, as in `-000044-03-15`. Year 0 is 1 BC. Before 1582, the days
///   differ from those that Foundation prints, because Foundation uses the Julian calendar.
/// - A second 60 is accepted only where a leap second is possible, which is at 23:59:60 UTC. As in Unix time, it means
///   the following second, and is written as 00:00:00 of the next day.
/// - A fraction can have any number of digits, but only the first 18 digits count. The result is the nearest `Date`.
///   Current dates are about 10^-7 s apart.
package enum DateText {
  /// Reads a date and its time zone from a string.
  ///
  /// - Returns: The date, and the offset in seconds east of UTC. The offset is `nil` if the string has no time zone, or
  ///   has the unknown time zone `-00:00` (RFC 3339 §4.3). The result is `nil` if the string is not a valid date.
  package static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (date: Date, offset: Int?)? {
    guard let start = bytes.baseAddress else { return nil }
    if bytes.count == 20, let seconds = plainSeconds(start) {
      return (Date(timeIntervalSinceReferenceDate: Double(seconds)), 0)
    }
    var reader = DateReader(rest: bytes)
    return reader.read()
  }

  /// Returns the instant of a text and its time zone.
  package static func parse(_ text: String) -> (date: Date, offset: Int?)? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Returns the day of a text of ten bytes, `YYYY-MM-DD`, or `nil` for any other text.
  static func day(_ bytes: UnsafeBufferPointer<UInt8>) -> CivilDate? {
    guard bytes.count == 10 else { return nil }
    var reader = DateReader(rest: bytes)
    return reader.day()
  }

  /// Reads the 20 bytes of `YYYY-MM-DDTHH:MM:SSZ`, the most frequent form.
  private static func plainSeconds(_ text: UnsafePointer<UInt8>) -> Int? {
    guard text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54, text[13] == 0x3A,
      text[16] == 0x3A, text[19] == 0x5A
    else { return nil }
    var areDigits = true
    func two(_ index: Int) -> Int {
      let tens = AsciiDigits.value(text[index])
      let ones = AsciiDigits.value(text[index + 1])
      if tens > 9 || ones > 9 { areDigits = false }
      return Int(tens) &* 10 &+ Int(ones)
    }
    let year = two(0) * 100 + two(2)
    let month = two(5)
    let day = two(8)
    let hour = two(11)
    let minute = two(14)
    let second = two(17)
    guard areDigits, hour < 24, minute < 60, second < 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let days = date.daysSince1970 - CivilDate.referenceDay
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }
}

/// A reader for one date text.
private struct DateReader {
  var rest: UnsafeBufferPointer<UInt8>

  mutating func read() -> (date: Date, offset: Int?)? {
    guard let day = day() else { return nil }
    let midnight = (day.daysSince1970 - CivilDate.referenceDay) * 86_400
    if rest.isEmpty { return (Self.date(midnight, fraction: 0, digits: 0), nil) }
    guard take(0x54) || take(0x74) || take(0x20), let hour = number(2), take(0x3A),
      let minute = number(2), take(0x3A), let second = number(2), hour < 24, minute < 60,
      second <= 60, let (fraction, digits) = fraction(), let zone = zone(), rest.isEmpty
    else { return nil }
    let seconds = midnight + hour * 3_600 + minute * 60 + second - (zone ?? 0)
    if second == 60 {
      // The second after a leap second is the first of a day in UTC.
      guard seconds % 86_400 == 0 else { return nil }
    }
    return (Self.date(seconds, fraction: fraction, digits: digits), zone)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = UnsafeBufferPointer(rebasing: rest.dropFirst())
    return true
  }

  private mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var value = 0
    for byte in rest.prefix(count) {
      let digit = AsciiDigits.value(byte)
      if digit > 9 { return nil }
      value = value * 10 + Int(digit)
    }
    rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
    return value
  }

  mutating func day() -> CivilDate? {
    let year: Int
    if take(0x2B) {
      guard let digits = number(6) else { return nil }
      year = digits
    } else if take(0x2D) {
      // Year 0 has no sign.
      guard let digits = number(6), digits > 0 else { return nil }
      year = -digits
    } else {
      guard let digits = number(4) else { return nil }
      year = digits
    }
    guard take(0x2D), let month = number(2), take(0x2D), let day = number(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Reads the digits after a point, at most 18, without trailing zeros. Without a point, returns no digits.
  private mutating func fraction() -> (value: UInt64, digits: Int)? {
    guard take(0x2E) else { return (0, 0) }
    var value: UInt64 = 0
    var count = 0
    for byte in rest {
      let digit = AsciiDigits.value(byte)
      if digit > 9 { break }
      if count < 18 { value = value * 10 + UInt64(digit) }
      count += 1
    }
    if count == 0 { return nil }
    rest = UnsafeBufferPointer(rebasing: rest.dropFirst(count))
    count = min(count, 18)
    while count > 0 && value % 10 == 0 {
      value /= 10
      count -= 1
    }
    return (value, count)
  }

  /// Reads the time zone. The outer optional is `nil` for an invalid time zone, and the inner one for an unknown time
  /// zone.
  private mutating func zone() -> Int?? {
    if rest.isEmpty { return .some(nil) }
    if take(0x5A) || take(0x7A) { return .some(0) }
    let isWest: Bool
    if take(0x2B) {
      isWest = false
    } else if take(0x2D) {
      isWest = true
    } else {
      return nil
    }
    guard let hours = number(2), take(0x3A), let minutes = number(2), hours < 24, minutes < 60
    else { return nil }
    let offset = hours * 3_600 + minutes * 60
    if isWest && offset == 0 { return .some(nil) }
    return .some(isWest ? -offset : offset)
  }

  /// Returns the date nearest to `seconds` + `fraction` / 10^`digits`, rounded once.
  private static func date(_ seconds: Int, fraction: UInt64, digits: Int) -> Date {
    if digits == 0 { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
    let scaled = Int128(seconds) * Int128(integerPowersOfTen[digits]) + Int128(fraction)
    if scaled.magnitude <= 1 << 53 {
      // Both operands are exact, so only the division rounds.
      let interval = Double(Int64(scaled)) / doublePowersOfTen[digits]
      return Date(timeIntervalSinceReferenceDate: interval)
    }
    let interval = Double("\(scaled)e-\(digits)") ?? Double(seconds)
    return Date(timeIntervalSinceReferenceDate: interval)
  }
}

extension DateText {
  /// The maximum length of a written date in bytes.
  package static let maximumLength = 48

  /// Writes the shortest string that is read as the same date again, and returns its length.
  ///
  /// Whole seconds have no fraction. Otherwise, the fraction has the fewest digits that identify the date, and at most
  /// 18 digits. This is always enough, except within 10 ms of 2001-01-01T00:00:00Z, where a `Date` has a higher
  /// resolution. Such a date is rounded to 10^-18 s.
  /// - Parameters:
  ///   - offset: The time zone in seconds east of UTC. The values `nil` and 0 are written as `Z`. A time zone of 24
  ///     hours or more, or with a fraction of a minute, is also written as `Z`.
  ///   - out: Memory for ``maximumLength`` bytes.
  /// - Returns: The length. It is 0 for dates that cannot be written: NaN, infinities, and years outside of ±999,999.
  package static func write(
    _ date: Date, offset: Int? = nil, to out: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let interval = date.timeIntervalSinceReferenceDate
    // This is nearly a million years. The exact limit is checked on the year.
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

  /// Returns the text of a date, or nil for dates without a text.
  package static func string(_ date: Date, offset: Int? = nil) -> String? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: maximumLength) { buffer in
      guard let out = buffer.baseAddress else { return nil }
      let count = write(date, offset: offset, to: out)
      if count == 0 { return nil }
      return String(decoding: UnsafeBufferPointer(start: out, count: count), as: UTF8.self)
    }
  }

  /// Returns a date as it is shown in messages. A date without a text is shown in seconds.
  static func shown(_ date: Date) -> String {
    string(date) ?? "\(date.timeIntervalSinceReferenceDate) seconds since 2001"
  }

  /// Returns the text of a day in the years 0 to 9999.
  static func string(_ date: CivilDate) -> String {
    String(unsafeUninitializedCapacity: 10) { buffer in
      guard let out = buffer.baseAddress else { return 0 }
      AsciiDigits.write(UInt64(date.year), width: 4, to: out)
      return writeMonthAndDay(date, to: out + 4) - out
    }
  }

  /// Returns the whole seconds below an interval, and the remaining decimal fraction.
  private static func split(
    _ interval: Double
  ) -> (seconds: Int, fraction: UInt64, digits: Int) {
    let truncated = Int(interval)
    if Double(truncated) == interval { return (truncated, 0, 0) }
    let thousandths = Int(interval.magnitude * 1_000 + 0.5)
    if interval.magnitude < 1e12, Double(thousandths) / 1_000 == interval.magnitude {
      return split(scaled: interval < 0 ? -thousandths : thousandths, digits: 3)
    }
    // The shortest digits of the interval are also the digits of the text: adding whole seconds in decimal keeps the
    // number of digits, and they read back as the same value.
    var text = interval.description
    let (scaled, digits) = text.withUTF8 { bytes -> (Int, Int) in
      guard let number = NumberText(bytes) else { return (0, 0) }
      var magnitude = number.mantissa
      var digits = -number.exponent
      if digits > 18 {
        // At most 17 digits: after shifting by 18 places, nothing is left.
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

  /// Writes the day and time of whole seconds since the reference date, without a time zone.
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
    end = writeMonthAndDay(date, to: end)
    end[0] = 0x54
    AsciiDigits.writeTwo(time / 3_600, to: end + 1)
    end[3] = 0x3A
    AsciiDigits.writeTwo(time / 60 % 60, to: end + 4)
    end[6] = 0x3A
    AsciiDigits.writeTwo(time % 60, to: end + 7)
    return end + 9
  }

  /// Writes the part of a day after the year: `-11-22`.
  @inline(__always)
  private static func writeMonthAndDay(
    _ date: CivilDate, to out: UnsafeMutablePointer<UInt8>
  ) -> UnsafeMutablePointer<UInt8> {
    out[0] = 0x2D
    AsciiDigits.writeTwo(date.month, to: out + 1)
    out[3] = 0x2D
    AsciiDigits.writeTwo(date.day, to: out + 4)
    return out + 6
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
