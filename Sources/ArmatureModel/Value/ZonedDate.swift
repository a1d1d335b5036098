#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

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
