#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Instants as text: a strict profile of RFC 3339 and ISO 8601 in the proleptic Gregorian
/// calendar.
///
/// - `2024-02-29`: midnight UTC.
/// - `2024-02-29T12:30:00`, `2024-02-29 12:30:00.25`: UTC unless a zone follows, which is `Z` or
///   `±HH:MM` with at most 23:59. The letters may be small.
/// - Years outside 0…9999 have a sign and six digits, `-000044-03-15`; year 0 is 1 BC. Before
///   1582 the days differ from those of Foundation's printed dates, which turn Julian there.
/// - Second 60 is read only where a leap second can be, at 23:59:60 UTC, and means the second
///   that follows, as Unix counts: it is written as 00:00:00 of the next day.
/// - A fraction has any number of digits, of which the first 18 count; the result is the
///   nearest `Date`. Dates of our time are some 10^-7 s apart.
package enum DateText {
  /// The instant that a text means, and the zone it is written in.
  ///
  /// - Returns: The offset in seconds east of UTC; nil when the text has none, and for `-00:00`,
  ///   which says that the zone is unknown (RFC 3339 §4.3). Nil for all other text.
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

  /// The instant that a text means, and the zone it is written in.
  package static func parse(_ text: String) -> (date: Date, offset: Int?)? {
    var text = text
    return text.withUTF8 { parse($0) }
  }

  /// Reads the 20 bytes of `YYYY-MM-DDTHH:MM:SSZ`, the form of most data.
  private static func plainSeconds(_ text: UnsafePointer<UInt8>) -> Int? {
    guard text[4] == 0x2D, text[7] == 0x2D, text[10] == 0x54, text[13] == 0x3A,
      text[16] == 0x3A, text[19] == 0x5A
    else { return nil }
    var greatest: UInt8 = 0
    func two(_ index: Int) -> Int {
      let tens = AsciiDigits.value(text[index])
      let ones = AsciiDigits.value(text[index + 1])
      greatest = max(greatest, tens, ones)
      return Int(tens) &* 10 &+ Int(ones)
    }
    let year = two(0) * 100 + two(2)
    let month = two(5)
    let day = two(8)
    let hour = two(11)
    let minute = two(14)
    let second = two(17)
    guard greatest <= 9, hour < 24, minute < 60, second < 60,
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let days = date.daysSince1970 - CivilDate.referenceDay
    return days * 86_400 + hour * 3_600 + minute * 60 + second
  }
}

/// Reads one date text from its first byte to its last.
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
      // The second after a leap second is the first of a day, in UTC.
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

  private mutating func day() -> CivilDate? {
    let year: Int
    if take(0x2B) {
      guard let digits = number(6) else { return nil }
      year = digits
    } else if take(0x2D) {
      // There is one year 0, and it has no sign.
      guard let digits = number(6), digits > 0 else { return nil }
      year = -digits
    } else {
      guard let digits = number(4) else { return nil }
      year = digits
    }
    guard take(0x2D), let month = number(2), take(0x2D), let day = number(2) else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// The digits behind a point, at most 18 and without zeros at the end; none without a point.
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

  /// The zone: nil in the outer optional is a fault, in the inner one an unknown zone.
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

  /// The date nearest to `seconds` + `fraction` / 10^`digits`, rounded once.
  private static func date(_ seconds: Int, fraction: UInt64, digits: Int) -> Date {
    if digits == 0 { return Date(timeIntervalSinceReferenceDate: Double(seconds)) }
    let scaled = Int128(seconds) * Int128(integerPowersOfTen[digits]) + Int128(fraction)
    if scaled.magnitude <= 1 << 53 {
      // Both operands are exact, so the division is the only rounding.
      let interval = Double(Int64(scaled)) / doublePowersOfTen[digits]
      return Date(timeIntervalSinceReferenceDate: interval)
    }
    let interval = Double("\(scaled)e-\(digits)") ?? Double(seconds)
    return Date(timeIntervalSinceReferenceDate: interval)
  }
}
