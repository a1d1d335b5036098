import ArmatureModel
import Foundation
import TestSupport
import Testing

@Suite struct DateTextTests {
  @Test(
    arguments: [
      // Seconds since 2001-01-01T00:00:00Z, and seconds east of UTC.
      ("2001-01-01", 0.0, nil), ("2001-01-01T00:00:00Z", 0, 0), ("2001-01-01T00:00:00", 0, nil),
      ("2001-01-01 00:00:00", 0, nil), ("2001-01-01t00:00:00z", 0, 0),
      ("1970-01-01T00:00:00Z", -978_307_200, 0), ("2024-02-29T12:30:45Z", 730_902_645, 0),
      ("2024-02-29", 730_857_600, nil), ("2000-02-29T00:00:00Z", -26_524_800, 0),
      ("2024-02-29T12:30:45+05:45", 730_881_945, 20_700),
      ("2024-02-29 12:30:45-03:30", 730_915_245, -12_600),
      ("2001-01-01T00:00:00-00:00", 0, nil), ("2001-01-01T00:00:00+00:00", 0, 0),
      ("2001-01-01T23:59:00+23:59", 0, 86_340), ("2000-12-31T00:01:00-23:59", 0, -86_340),
      ("2001-01-01T00:00:00.5Z", 0.5, 0), ("2001-01-01T00:00:00.123456789Z", 0.123456789, 0),
      ("2001-01-01T00:00:00.000000000000000001", 1e-18, nil),
      ("2001-01-01T00:00:00.0000000000000000009999", 0, nil),
      ("2001-01-01T00:00:00.500000Z", 0.5, 0),
      ("2000-12-31T23:59:59.75Z", -0.25, 0), ("0001-01-01T00:00:00Z", -63_113_904_000, 0),
      ("4001-01-01T00:00:00Z", 63_113_904_000, 0), ("0000-01-01", -63_145_526_400, nil),
      ("0000-02-29", -63_140_428_800, nil), ("-000001-12-31T23:59:59Z", -63_145_526_401, 0),
      ("+010000-01-01", 252_423_993_600, nil), ("+002001-01-01T00:00:00Z", 0, 0),
      ("9999-12-31T23:59:59Z", 252_423_993_599, 0), ("-000044-03-15", -64_527_667_200, nil),
      ("+999999-12-31T23:59:59Z", 31_493_806_473_599, 0),
      ("-999999-01-01", -31_620_065_904_000, nil),
      ("2016-12-31T23:59:60Z", 504_921_600, 0), ("2016-12-31T23:59:60.25Z", 504_921_600.25, 0),
      ("2017-01-01T00:59:60+01:00", 504_921_600, 3_600), ("2016-12-31T23:59:60", 504_921_600, nil),
    ] as [(String, Double, Int?)])
  func `a date means its instant and its zone`(text: String, seconds: Double, offset: Int?) throws {
    let (date, zone) = try #require(text.withExactBytes(DateText.parse))
    #expect(date.timeIntervalSinceReferenceDate == seconds)
    #expect(zone == offset)
  }

  @Test(arguments: [
    "", "2024", "2024-01", "2024-1-1", "24-01-01", "20240101", "2024-00-01", "2024-13-01",
    "2024-01-00", "2024-01-32", "2024-02-30", "2023-02-29", "1900-02-29", "2100-02-29",
    "2024-04-31", "2024-06-31", "2024-09-31", "2024-11-31", "2024-01-01T", "2024-01-01T00",
    "2024-01-01T00:00", "2024-01-01T00:00Z", "2024-01-01T24:00:00Z", "2024-01-01T00:60:00Z",
    "2024-01-01T00:00:61Z", "2024-01-01T00:00:60Z", "2024-01-01T23:59:60+01:00",
    "2024-01-01T22:59:60Z", "2024-01-01T00:00:00.Z", "2024-01-01T00:00:00,5Z",
    "2024-01-01T00:00:00.5.5Z", "2024-01-01T00:00:00+01", "2024-01-01T00:00:00+0100",
    "2024-01-01T00:00:00+24:00", "2024-01-01T00:00:00+01:60", "2024-01-01T00:00:00+1:00",
    "2024-01-01T00:00:00ZZ", "2024-01-01T00:00:00 Z", "2024-01-01Z", "2024-01-01+01:00",
    "2024-01-01  00:00:00", "2024-01-01_00:00:00", " 2024-01-01", "2024-01-01 ", "2024/01/01",
    "2024-01-01T00-00-00Z", "-000000-01-01", "+2024-01-01", "-2024-01-01", "+02024-01-01",
    "+0020244-01-01", "12024-01-01", "2024-W01-1", "2024-001", "now", "20२4-01-01",
    "2024-01-01T00:00:0\u{0}Z", "2024-01-01T00:00:00Z\u{0}", "2024:01-01T00:00:00Z",
    "2024-01:01T00:00:00Z", "2024-01-01T00.00:00Z", "2024-01-01T00:00.00Z", "/024-01-01T00:00:00Z",
    "2024-01-01T0::00:00Z", "2024-01-0:T00:00:00Z", "2024-01-01T00:00:0éZ", "2024-01-01T00:00:00é",
    "2024-01-01T00:00:00+é:00", "2024-01-01T00:00:00-", "2024-01-01T00:00:00+01:0",
  ])
  func `every other text is refused`(text: String) {
    #expect(text.withExactBytes(DateText.parse) == nil)
  }

  @Test(
    arguments: [
      (0.0, nil, "2001-01-01T00:00:00Z"), (0.5, nil, "2001-01-01T00:00:00.5Z"),
      (-0.25, nil, "2000-12-31T23:59:59.75Z"), (730_902_645.123, nil, "2024-02-29T12:30:45.123Z"),
      (730_902_645.123456, nil, "2024-02-29T12:30:45.123456Z"),
      (730_902_645.1234567, nil, "2024-02-29T12:30:45.1234567Z"),
      (-63_113_904_000, nil, "0001-01-01T00:00:00Z"),
      (-63_114_076_800, nil, "0000-12-30T00:00:00Z"), (63_113_904_000, nil, "4001-01-01T00:00:00Z"),
      (-63_145_526_400, nil, "0000-01-01T00:00:00Z"),
      (-63_145_526_401, nil, "-000001-12-31T23:59:59Z"),
      (252_423_993_599, nil, "9999-12-31T23:59:59Z"),
      (252_423_993_600, nil, "+010000-01-01T00:00:00Z"),
      (252_423_993_600, -60, "9999-12-31T23:59:00-00:01"),
      (730_881_945, 20_700, "2024-02-29T12:30:45+05:45"),
      (730_915_245, -12_600, "2024-02-29T12:30:45-03:30"), (0, 0, "2001-01-01T00:00:00Z"),
      (0, 86_400, "2001-01-01T00:00:00Z"), (0, 61, "2001-01-01T00:00:00Z"),
      (0, -86_340, "2000-12-31T00:01:00-23:59"),
      (1e-18, nil, "2001-01-01T00:00:00.000000000000000001Z"),
      (1e-19, nil, "2001-01-01T00:00:00Z"), (-1e-300, nil, "2001-01-01T00:00:00Z"),
      (0.1 + 0.2, nil, "2001-01-01T00:00:00.30000000000000004Z"),
      (31_493_806_473_599, nil, "+999999-12-31T23:59:59Z"),
    ] as [(Double, Int?, String)])
  func `a date is written in its shortest form`(seconds: Double, offset: Int?, expected: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(DateText.string(date, offset: offset) == expected)
  }

  @Test(arguments: [
    Double.nan, .infinity, -.infinity, 1e300, -1e300, 4e13, 31_493_806_473_600, -31_620_065_904_001,
  ])
  func `a date without a text is not written`(seconds: Double) {
    #expect(DateText.string(Date(timeIntervalSinceReferenceDate: seconds)) == nil)
  }

  @Test func `the limits of Foundation come back`() throws {
    for date in [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: 0), .now] {
      let text = try #require(DateText.string(date))
      #expect(DateText.parse(text)?.date == date)
    }
  }

  @Test func `dates of the years 1 to 9999 come back bit by bit`() throws {
    var random = SplitMix64(seed: 10)
    for round in 0..<20_000 {
      var seconds = Double.random(in: -63_113_904_000..<252_423_993_600, using: &random)
      switch round % 5 {
      case 0: seconds = seconds.rounded()
      case 1: seconds = (seconds * 1_000).rounded() / 1_000
      case 2: seconds /= 100
      case 3: seconds /= 1e8
      default: break
      }
      let date = Date(timeIntervalSinceReferenceDate: seconds)
      let offset = round % 3 == 0 ? Int(random.next() % 2_878) * 60 - 86_340 : nil
      let text = try #require(DateText.string(date, offset: offset))
      #expect(text.utf8.count <= DateText.maximumLength)
      let back = try #require(text.withExactBytes(DateText.parse))
      if seconds.magnitude >= 0.01 {
        #expect(back.date.timeIntervalSinceReferenceDate.bitPattern == (seconds + 0).bitPattern)
      }
      #expect(back.offset == offset ?? 0)
    }
  }

  @Test func `texts with milliseconds come back character by character`() throws {
    var random = SplitMix64(seed: 11)
    for _ in 0..<10_000 {
      let seconds = Int64.random(in: -63_113_904_000..<252_423_993_600, using: &random)
      let whole = Date(timeIntervalSinceReferenceDate: Double(seconds))
      var text = try #require(DateText.string(whole))
      #expect(DateText.parse(text)?.date == whole)
      let fraction = random.next() % 999 + 1
      text.removeLast()
      text += "." + String(1_000 + fraction).dropFirst() + "Z"
      while text.hasSuffix("0Z") { text = text.dropLast(2) + "Z" }
      let date = try #require(DateText.parse(text)?.date)
      #expect(DateText.string(date) == text)
    }
  }

  @Test func `random and damaged texts never trap, and what is read comes back`() throws {
    var random = SplitMix64(seed: 12)
    let alphabet = Array("0123456789-:TZ.+ ".utf8)
    for round in 0..<20_000 {
      var bytes = Array("2024-02-29T12:30:45.125+05:45".utf8)
      if round % 2 == 0 { bytes = Array("2024-02-29T12:30:45Z".utf8) }
      for _ in 0..<(random.next() % 3 + 1) {
        bytes[Int(random.next() % UInt64(bytes.count))] = alphabet.randomElement(using: &random)!
      }
      let text = String(decoding: bytes.prefix(Int(random.next() % 40)), as: UTF8.self)
      guard let (date, offset) = text.withExactBytes(DateText.parse) else { continue }
      let written = try #require(DateText.string(date, offset: offset))
      #expect(DateText.parse(written)?.date == date)
    }
  }

  @Test func `a fraction of a million digits is read in time`() {
    let text = "2001-01-01T00:00:00." + String(repeating: "3", count: 1_000_000) + "Z"
    #expect(DateText.parse(text)?.date.timeIntervalSinceReferenceDate == 1.0 / 3)
  }
}

@Suite struct CivilDateTests {
  @Test func `days and dates agree over 3,000 years`() throws {
    var (year, month, day) = (-500, 1, 1)
    let first = try #require(CivilDate(year: year, month: month, day: day)).daysSince1970
    var days = first
    while year < 2_500 {
      let date = try #require(CivilDate(year: year, month: month, day: day))
      if date.daysSince1970 != days || CivilDate(daysSince1970: days) != date {
        Issue.record("\(year)-\(month)-\(day) is day \(date.daysSince1970), not \(days)")
      }
      days += 1
      day += 1
      if day > CivilDate.days(inMonth: month, of: year) { (day, month) = (1, month + 1) }
      if month > 12 { (month, year) = (1, year + 1) }
    }
    // 3,000 years are seven and a half cycles of 146,097 days, less the leap day of 2400.
    #expect(days - first == 1_095_728)
  }

  @Test func `the calendar starts where Foundation's reference date lies`() throws {
    #expect(try #require(CivilDate(year: 1970, month: 1, day: 1)).daysSince1970 == 0)
    #expect(
      try #require(CivilDate(year: 2001, month: 1, day: 1)).daysSince1970 == CivilDate.referenceDay)
  }
}
