#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An instant that remembers the time zone it was written in.
///
/// ```swift
/// let model = try ManagedObjectModel("Calendar") {
///   Entity("Meeting") { Attribute("start", ZonedDate?.self) }
/// }
/// let context = ManagedObjectContext(model: model)
/// let meeting = try context.insert("Meeting")
/// meeting.start = ZonedDate(date: Date(), timeZoneIdentifier: "Europe/Vienna")
/// ```
/// Core Data keeps dates as instants and loses the zone; keeping it takes a second attribute and
/// a custom class there. Here it is one attribute. Two values are equal when both parts are.
public struct ZonedDate: Hashable, Sendable, Codable {
  /// The instant.
  public var date: Date
  /// The identifier of the zone: an IANA name (`Europe/Berlin`) or a fixed offset (`GMT+0200`).
  public var timeZoneIdentifier: String

  /// Makes a date in a zone.
  public init(_ date: Date, in timeZone: TimeZone) {
    self.date = date
    self.timeZoneIdentifier = timeZone.identifier
  }

  /// Makes a date in a zone named by its identifier.
  public init(date: Date, timeZoneIdentifier: String) {
    self.date = date
    self.timeZoneIdentifier = timeZoneIdentifier
  }

  /// The zone; `nil` if this machine does not know its identifier.
  public var timeZone: TimeZone? { TimeZone(identifier: timeZoneIdentifier) }
}

extension ZonedDate: CustomStringConvertible {
  /// The instant in Coordinated Universal Time, with the zone in brackets.
  public var description: String { "\(DateText.shown(date))[\(timeZoneIdentifier)]" }
}
