import ArmatureModel
import Foundation
import Testing

@Suite struct ValueDescriptionTests {
  @Test func `a composite is shown in full while it is small`() {
    let size = AttributeValue.composite(["height": 2, "width": .composite(["cm": 1.5])])
    #expect(size.description == "{height: 2, width: {cm: 1.5}}")
    #expect(AttributeValue.composite([:]).description == "{}")
  }

  @Test func `a composite of many elements is cut`() {
    let names = (10..<40).map { "e\($0)" }
    let value = AttributeValue.composite(
      Dictionary(uniqueKeysWithValues: names.map { ($0, 1) }))
    let shown = names.prefix(20).map { "\($0): 1" }.joined(separator: ", ")
    #expect(value.description == "{\(shown), …}")
  }

  @Test func `a composite of many levels is cut`() {
    var value = AttributeValue.composite(["x": 1])
    for _ in 0..<5 { value = .composite(["x": value]) }
    #expect(value.description == "{x: {x: {x: {…}}}}")
  }

  @Test func `a composite that is wide and deep is cut once`() {
    var value = AttributeValue.int(1)
    let names = (0..<30).map { "e\($0)" }
    for _ in 0..<3 {
      value = .composite(Dictionary(uniqueKeysWithValues: names.map { [value] in ($0, value) }))
    }
    #expect(value.description.count < 300)
  }

  @Test(arguments: [
    (0, "2001-01-01T00:00:00Z"), (.infinity, "inf seconds since 2001"),
    (-.infinity, "-inf seconds since 2001"), (.nan, "nan seconds since 2001"),
    (1e300, "1e+300 seconds since 2001"),
  ])
  func `a date without a text is shown by its seconds`(seconds: Double, text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(AttributeValue.date(date).description == text)
    let zoned = ZonedDate(date: date, timeZoneIdentifier: "GMT")
    #expect(AttributeValue.zonedDate(zoned).description == "\(text)[GMT]")
  }
}
