#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An instant with its time zone.
///
/// ```swift
/// let model = try ManagedObjectModel("Calendar") {
///   Entity("Meeting") { Attribute("start", ZonedDate?.self) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let meeting = try context.insert("Meeting")
/// meeting.start = ZonedDate(date: Date(), timeZoneIdentifier: "Europe/Vienna")
/// ```
/// Core Data stores a date as an instant and loses the time zone, unless you add a second attribute and a custom
/// class. A zoned date is one attribute. Two values are equal if both parts are equal.
public struct ZonedDate: Hashable, Sendable, Codable {
  /// The instant.
  public var date: Date
  /// The identifier of the time zone: an IANA name (`Europe/Berlin`) or a fixed offset (`GMT+0200`).
  public var timeZoneIdentifier: String

  /// Creates a date in a time zone.
  public init(_ date: Date, in timeZone: TimeZone) {
    self.date = date
    self.timeZoneIdentifier = timeZone.identifier
  }

  /// Creates a date in a time zone with an identifier.
  public init(date: Date, timeZoneIdentifier: String) {
    self.date = date
    self.timeZoneIdentifier = timeZoneIdentifier
  }

  /// The time zone, or `nil` if this system does not know the identifier.
  public var timeZone: TimeZone? { TimeZone(identifier: timeZoneIdentifier) }
}

extension ZonedDate: CustomStringConvertible {
  /// The instant in Coordinated Universal Time, with the time zone in brackets.
  public var description: String { "\(DateText.shown(date))[\(timeZoneIdentifier)]" }
}
