import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

// MARK: Dates

extension TypeMaker {
  init(datesWithin range: ValueRange) {
    let (least, most) = range.numbers(\.instant)
    let (low, high) = Self.span(least, most, usual: Self.usualSeconds, length: 3e9)
    self.init { .date(Date(timeIntervalSinceReferenceDate: Self.seconds(low, high, &$0))) }
    notable = Self.instants.map { .date(Date(timeIntervalSinceReferenceDate: $0)) }
  }

  init(zonedDatesWithin range: ValueRange) {
    let (least, most) = range.numbers(\.instant)
    let (low, high) = Self.span(least, most, usual: Self.usualSeconds, length: 3e9)
    self.init { random in
      let date = Date(timeIntervalSinceReferenceDate: Self.seconds(low, high, &random))
      let zone = Self.zones[random.below(Self.zones.count)]
      return .zonedDate(ZonedDate(date: date, timeZoneIdentifier: zone))
    }
    notable = zip(Self.instants, Self.zones).map { seconds, zone in
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      return .zonedDate(ZonedDate(date: date, timeZoneIdentifier: zone))
    }
  }

  init(daysWithin range: ValueRange) {
    let (least, most) = range.numbers(\.days)
    let (low, high) = Self.span(least, most, usual: -36_525...36_525, length: 73_000)
    self.init { random in
      let day = random.integer(Int64(low)...Int64(max(low, high)))
      let days = min(
        max(Int(day), CalendarDate.allDays.lowerBound), CalendarDate.allDays.upperBound)
      return Self.epoch.map { .calendarDate($0.advanced(by: days)) } ?? .null
    }
    notable = Self.days.compactMap { CalendarDate($0) }.map { .calendarDate($0) }
  }

  /// Returns the bounds. A missing bound has a common value, or is at a distance from the other bound.
  private static func span(
    _ least: Double?, _ most: Double?, usual: ClosedRange<Double>, length: Double
  ) -> (low: Double, high: Double) {
    switch (least, most) {
    case (let low?, let high?): (low, high)
    case (let low?, nil): (low, max(usual.upperBound, low + length))
    case (nil, let high?): (min(usual.lowerBound, high - length), high)
    case (nil, nil): (usual.lowerBound, usual.upperBound)
    }
  }

  /// Returns seconds, usually whole ones and sometimes with thousandths.
  private static func seconds(
    _ low: Double, _ high: Double, _ random: inout SplitMix64
  ) -> Double {
    let exact = low + (high - low) * random.fraction()
    let scale: Double = random.oneIn(4) ? 1_000 : 1
    let rounded = (exact * scale).rounded() / scale
    return rounded >= low && rounded < high ? rounded : exact
  }

  /// From 1950 to 2100, in seconds since the start of 2001.
  private static let usualSeconds: ClosedRange<Double> = -1_609_459_200...3_124_137_600

  /// Leap days, turns of the year, the clock changes of 2025 in Europe and America, and overflows of counters.
  private static let instants: [Double] = [
    0, -1, -978_307_200, -31_622_401, -26_524_800, 730_857_600, 730_943_999.999, 757_382_399,
    764_989_200, 763_196_400, 783_133_200, 1_169_176_447,
  ]

  /// Zones with offsets of half and quarter hours, with southern summer time, and across the date line.
  private static let zones = [
    "GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Asia/Kathmandu",
    "Australia/Lord_Howe", "America/St_Johns", "Pacific/Apia", "Pacific/Kiritimati",
    "Africa/Casablanca", "Pacific/Chatham", "Asia/Tokyo", "America/Sao_Paulo",
  ]

  private static let days = [
    "2000-02-29", "2024-02-29", "1900-02-28", "1900-03-01", "1999-12-31", "2000-01-01",
    "1970-01-01", "1969-12-31", "2038-01-19", "2100-02-28", "0000-01-01", "9999-12-31",
  ]

  fileprivate static let epoch = CalendarDate("1970-01-01")
}

extension AttributeValue {
  fileprivate var days: Double? {
    guard case .calendarDate(let day) = self else { return nil }
    return TypeMaker.epoch.map { Double($0.distance(to: day)) }
  }
}
