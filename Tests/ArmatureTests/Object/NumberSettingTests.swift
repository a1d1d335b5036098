import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Setting integers on attributes for fractional numbers.
@Suite struct NumberSettingTests {
  private let context: ManagedObjectContext
  private let sample: ManagedObject

  init() throws { (context, sample) = try ManagedObjectModel.sample() }

  @Test func `integers are accepted in every way of setting`() throws {
    sample.number = 60_000
    sample.single = 3
    sample.money = 9
    #expect(sample["number"] == 60_000.0 && sample["single"] == 3.0)
    #expect(sample.money == Decimal(9))
    let count = 7
    sample.number = count
    #expect(sample.number == 7.0)
    for key in ["number", "single", "money"] {
      try sample.setValue(5, forKey: key)
      #expect(sample[key] == (key == "money" ? .decimal(5) : .double(5)))
      try sample.setPrimitiveValue(Int16(6), forKey: key)
      #expect(sample[key] == (key == "money" ? .decimal(6) : .double(6)))
      sample[key] = 8
      #expect(sample[key] == (key == "money" ? .decimal(8) : .double(8)))
      let changes = Changeset(sample, casting: [key: 4], allowing: [key])
      try changes.apply()
      #expect(sample[key] == (key == "money" ? .decimal(4) : .double(4)))
    }
    try sample.setValue(
      AttributeValue.composite([
        "street": "Main", "position": .composite(["latitude": 1, "longitude": 2]),
      ]), forKey: "address")
    let address: EveryType.Address? = sample.address
    #expect(address?.position == EveryType.Position(1, 2))
  }

  @Test(
    arguments: [
      (
        "number", 1 << 53 | 1,
        "Sample.number must be Double, but is set to the integer 9007199254740993."
      ),
      ("single", 16_777_217, "Sample.single must be Float, but is set to the integer 16777217."),
    ])
  func `an integer that would be rounded is refused`(
    _ key: String, _ number: Int, _ message: String
  ) throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try sample.setValue(number, forKey: key)
    }
    #expect(error?.description == message)
    #expect(sample[key] == nil)
    #expect(!Changeset(sample, casting: [key: .int(Int64(number))], allowing: [key]).isValid)
  }

  @Test func `a binary number is no decimal one, and an exact one is told`() throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try sample.setValue(9.9, forKey: "money")
    }
    #expect(
      error?.description
        == "Sample.money must be Decimal, but is set to the number 9.9. Set Decimal(string: \"9.9\"), "
        + "which is exact.")
    #expect(throws: ManagedObjectError.self) { try sample.setPrimitiveValue(9.9, forKey: "money") }
    sample.money = Decimal(string: "9.9")
    #expect(sample["money"]?.description == "9.9")
  }

  @Test func `a value that is no case is refused with the list of cases`() throws {
    let error = #expect(throws: ManagedObjectError.self) {
      try sample.setValue("papr", forKey: "format")
    }
    #expect(
      error?.description
        == "Sample.format must be one of \"paper\", \"ebook\", \"audio\", but is set to \"papr\". Did "
        + "you mean \"paper\"?")
    #expect(throws: ManagedObjectError.self) { try sample.setValue(1, forKey: "format") }
  }
}
