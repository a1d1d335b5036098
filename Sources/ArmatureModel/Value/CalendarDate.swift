#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A day without a time or a time zone, such as a birthday, a due date or the day of an invoice.
///
/// ```swift
/// let due = CalendarDate("2026-02-27")?.advanced(by: 2)
/// print(due?.description ?? "no date")  // 2026-03-01
/// let tokyo = TimeZone(identifier: "Asia/Tokyo").flatMap { CalendarDate(Date(), in: $0) }
/// ```
/// A `Date` is a moment in time, so its day depends on the time zone. In contrast, a calendar date is the same day in
/// all time zones. It can be any day of the Gregorian calendar in the years 0 to 9999. It is written in the format of
/// RFC 3339, as in `2026-11-22`.
public struct CalendarDate: Hashable, Sendable {
  /// The number of days since 1970-01-01.
  private let days: Int32

  private init(days: Int) {
    precondition(
      Self.allDays.contains(days),
      "A CalendarDate must lie in the years 0 to 9999, but is \(days) days from 1970-01-01.")
    self.days = Int32(days)
  }

  private init(_ date: CivilDate) { self.init(days: date.daysSince1970) }

  /// The valid days, counted from 1970-01-01.
  package static let allDays = -719_528...2_932_896

  /// Creates a day from its year, month and day. Returns `nil` for days that do not exist, such as 30 February.
  ///
  /// - Parameters:
  ///   - year: The year, from 0 to 9999.
  ///   - month: The month, from 1 to 12.
  ///   - day: The day of the month, from 1.
  public init?(year: Int, month: Int, day: Int) {
    guard 0...9999 ~= year, let date = CivilDate(year: year, month: month, day: day) else {
      return nil
    }
    self.init(date)
  }

  /// Creates a day from a text of exactly the form `2026-11-22`. Returns `nil` for any other text.
  public init?(_ text: String) {
    var text = text
    guard let day = text.withUTF8({ DateText.day($0) }) else { return nil }
    self.init(day)
  }

  /// Creates the day that a date has in a time zone. Returns `nil` if the year is before 0 or after 9999.
  public init?(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    guard let days = Int(exactly: (seconds / 86_400).rounded(.down)), Self.allDays.contains(days)
    else { return nil }
    self.init(days: days)
  }

  /// The year, from 0 to 9999.
  public var year: Int { civil.year }
  /// The month, from 1 to 12.
  public var month: Int { civil.month }
  /// The day of the month, from 1.
  public var day: Int { civil.day }

  private var civil: CivilDate { CivilDate(daysSince1970: Int(days)) }
}

extension CalendarDate: Strideable {
  /// Returns true if the first day is before the second.
  public static func < (left: CalendarDate, right: CalendarDate) -> Bool { left.days < right.days }

  /// Returns the number of days from this day to another day.
  public func distance(to other: CalendarDate) -> Int { Int(other.days) - Int(days) }

  /// Returns the day that is a number of days later. A result outside of the years 0 to 9999 traps.
  public func advanced(by days: Int) -> CalendarDate {
    let (sum, isTooFar) = Int(self.days).addingReportingOverflow(days)
    return CalendarDate(days: isTooFar ? .max : sum)
  }
}

extension CalendarDate: LosslessStringConvertible {
  /// The year, month and day: `2026-11-22`.
  public var description: String {
    DateText.string(civil)
  }
}

extension CalendarDate: Codable {
  /// Decodes text such as `2026-11-22`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = CalendarDate(text) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "\(text.quotedForMessage) must be a day such as 2026-11-22, but is not.")
    }
    self = date
  }

  /// Encodes text such as `2026-11-22`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

/// A moment in time together with a time zone.
///
/// ```swift
/// let model = try ManagedObjectModel("Calendar") {
///   Entity("Meeting") { Attribute("start", ZonedDate?.self) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let meeting = try context.insert("Meeting")
/// meeting.start = ZonedDate(date: Date(), timeZoneIdentifier: "Europe/Vienna")
/// ```
/// A `Date` is only a moment in time, so in Core Data, you need a second attribute for the time zone. A zoned date
/// stores both in a single attribute. Two zoned dates are equal if their dates and their time zones are equal.
public struct ZonedDate: Hashable, Sendable, Codable {
  /// The moment in time.
  public var date: Date
  /// The identifier of the time zone. It is an IANA name such as `Europe/Berlin`, or a fixed offset such as `GMT+0200`.
  public var timeZoneIdentifier: String

  /// Creates a date in a time zone.
  public init(_ date: Date, in timeZone: TimeZone) {
    self.date = date
    self.timeZoneIdentifier = timeZone.identifier
  }

  /// Creates a date in a time zone that is given by its identifier.
  public init(date: Date, timeZoneIdentifier: String) {
    self.date = date
    self.timeZoneIdentifier = timeZoneIdentifier
  }

  /// The time zone; `nil` if this system does not know the identifier.
  public var timeZone: TimeZone? { TimeZone(identifier: timeZoneIdentifier) }
}

extension ZonedDate: CustomStringConvertible {
  /// The date in Coordinated Universal Time, followed by the time zone in brackets.
  public var description: String { "\(DateText.shown(date))[\(timeZoneIdentifier)]" }
}
