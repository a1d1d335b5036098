import ArmatureModel
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
}
