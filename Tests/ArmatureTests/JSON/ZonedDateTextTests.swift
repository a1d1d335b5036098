import ArmatureModel
import Foundation
import Testing

@testable import Armature

@Suite struct ZonedDateTextTests {
  @Test(
    arguments: [
      ("2024-05-01T10:00:00+02:00[Europe/Berlin]", true),
      ("2024-05-01T10:00:00+05:00[Europe/Berlin]", false),
      ("2024-01-01T10:00:00+02:00[Europe/Berlin]", false),
      ("2024-05-01T08:00:00Z[Europe/Berlin]", true),
      ("2024-05-01T08:00:00+00:00[Europe/Berlin]", false),
      // An hour that occurs twice.
      ("2024-10-27T02:30:00+02:00[Europe/Berlin]", true),
      ("2024-10-27T02:30:00+01:00[Europe/Berlin]", true),
      ("2024-05-01T10:00:00+02:00[GMT+0200]", true), ("2024-05-01T10:00:00+02:00[GMT+0300]", false),
    ])
  func `an offset must be that of the zone at the time`(text: String, isRead: Bool) throws {
    #expect((ZonedDate(text) != nil) == isRead)
    if let date = ZonedDate(text) { #expect(ZonedDate(try #require(date.text)) == date) }
  }

  @Test(
    .enabled(if: ZoneFile.areThere, "The system must have a data base of zones."),
    arguments: ["Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Etc/GMT+5", "UTC"])
  func `the system's data of a zone have the offsets that Foundation has`(name: String) throws {
    let (zone, known) = (
      try #require(ZoneFile.known(name)), try #require(TimeZone(identifier: name))
    )
    // From 1875 to 2160.
    for seconds in stride(from: -3e9, to: 6e9, by: 8_643_210) {
      let date = Date(timeIntervalSince1970: seconds)
      let expected = known.secondsFromGMT(for: date)
      #expect(
        zone.offsets(at: date).contains { abs($0 - expected) < 60 }, "\(name) at \(date)")
    }
    #expect(ZoneFile.known("Nowhere/Land") == nil)
  }
}
