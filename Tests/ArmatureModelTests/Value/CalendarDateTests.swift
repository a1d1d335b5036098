import ArmatureModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct CalendarDateTests {
  @Test(arguments: [
    "0000-01-01", "0000-02-29", "1900-02-28", "1970-01-01", "2000-02-29", "2026-11-22",
    "9999-12-31",
  ])
  func `a day reads back from its text`(_ text: String) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.description == text)
    #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
    let decoded = try JSONDecoder().decode(
      [CalendarDate].self, from: try JSONEncoder().encode([date]))
    #expect(decoded == [date])
  }

  @Test(arguments: [
    "", "2026", "2026-11", "2026-11-22T00:00:00Z", "2026-11-22 ", " 2026-11-22", "2026-13-01",
    "2026-00-10", "2026-02-29", "1900-02-29", "2026-04-31", "2026-1-2", "26-11-22", "+026-11-22",
    "2026/11/22", "２０２６-11-22", "2026-11-2x", "-001-01-01",
  ])
  func `text of any other form is no day`(_ text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test func `days count on over months, leap days and years`() throws {
    let day = try #require(CalendarDate("2024-02-28"))
    #expect(day.advanced(by: 1).description == "2024-02-29")
    #expect(day.advanced(by: 2).description == "2024-03-01")
    #expect(day.advanced(by: 366).description == "2025-02-28")
    let start = try #require(CalendarDate("0000-01-01"))
    let end = try #require(CalendarDate("9999-12-31"))
    #expect(start.distance(to: end) == 3_652_424)
    #expect((day..<day.advanced(by: 3)).map(\.day) == [28, 29, 1])
  }

  @Test func `the order of days is that of their texts`() {
    var random = SplitMix64(seed: 11)
    let start = CalendarDate(year: 0, month: 1, day: 1)
    let days = (0..<1_000).compactMap { _ in start?.advanced(by: random.number(0...3_652_424)) }
    #expect(days.sorted().map(\.description) == days.map(\.description).sorted())
  }

  @Test func `an instant lies on another day in another zone`() throws {
    let instant = Date(timeIntervalSince1970: 1_763_771_400)  // 2025-11-22 00:30 UTC
    let west = try #require(TimeZone(secondsFromGMT: -3_600))
    #expect(CalendarDate(instant, in: .gmt)?.description == "2025-11-22")
    #expect(CalendarDate(instant, in: west)?.description == "2025-11-21")
    #expect(CalendarDate(Date(timeIntervalSince1970: -1), in: .gmt)?.description == "1969-12-31")
    for seconds in [Double.infinity, -.infinity, .nan, 1e18, -1e18, 253_402_300_800] {
      #expect(CalendarDate(Date(timeIntervalSince1970: seconds), in: .gmt) == nil)
    }
  }
}
