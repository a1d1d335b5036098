import ArmatureModel

/// Times and days in the server's format: microseconds and days since the start of 2000.
enum PostgreSQLTime {
  /// The seconds from the start of 2000 to the start of 2001, the reference date of `Date`.
  private static let secondsToReference: Double = 31_622_400
  /// The first and the last microsecond that the server can represent: 4713 BC and the end of 294276.
  private static let range: ClosedRange<Int64> =
    -211_813_488_000_000_000...9_223_371_331_199_999_999
  private static let (pastInfinity, futureInfinity) = (Int64.min, Int64.max)

  /// Returns the microsecond that is nearest to some seconds since 2001; `nil` for a time that the server cannot
  /// represent.
  static func microseconds(_ seconds: Double) -> Int64? {
    if seconds.isInfinite { return seconds < 0 ? pastInfinity : futureInfinity }
    // Separately, because a sum of both would be rounded twice.
    let (whole, rest) = (seconds.rounded(.down), seconds - seconds.rounded(.down))
    guard whole.magnitude < 1e13 else { return nil }
    let (start, isLate) = (Int64(whole) + Int64(secondsToReference))
      .multipliedReportingOverflow(by: 1_000_000)
    let (count, isLater) = start.addingReportingOverflow(Int64((rest * 1e6).rounded()))
    return !isLate && !isLater && range.contains(count) ? count : nil
  }

  /// Returns the seconds since 2001 of a microsecond.
  static func seconds(_ count: Int64) -> Double {
    if count == pastInfinity { return -.infinity }
    if count == futureInfinity { return .infinity }
    let own = max(count, range.lowerBound) - Int64(secondsToReference) * 1_000_000
    // The nearest number, regardless of its size, with a single rounding.
    return own.magnitude < 1 << 53
      ? Double(own) / 1e6 : Double(own / 1_000_000) + Double(own % 1_000_000) / 1e6
  }

  /// The days from the start of 1970 to the start of 2000.
  private static let firstDay = 10_957
  private static let epoch = CalendarDate(year: 1970, month: 1, day: 1)

  static func days(_ day: CalendarDate) -> Int32? {
    epoch.flatMap { Int32(exactly: $0.distance(to: day) - firstDay) }
  }

  static func day(_ count: Int32) -> CalendarDate? {
    let days = Int(count) + firstDay
    return CalendarDate.allDays.contains(days) ? epoch?.advanced(by: days) : nil
  }
}
