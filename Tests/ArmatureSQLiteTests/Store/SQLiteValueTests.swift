import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Values survive bit by bit, and conditions find the same values as in memory.
@Suite(.needsSQLite) struct SQLiteValueTests {
  @Test(arguments: ExactValues.simple + ExactValues.lists + ExactValues.composites)
  func `values are the same bit by bit after opening a file again`(_ sample: ExactValues) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let problems = try ValueLaw(sample)
      .problemsOfOpening(SQLiteStore(path), again: SQLiteStore(path))
    #expect(problems == [])
  }

  @Test(arguments: ExactValues.simple + ExactValues.lists.suffix(3))
  func `conditions and orders find what they find in memory`(_ sample: ExactValues) throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder.file(), durability: .normal)
    #expect(try ValueLaw(sample).problemsOfSearching(store) == [])
  }

  @Test
  func `an element that is null is the same as an absent one, so that nobody's change is lost`()
    throws
  {
    let model = try ManagedObjectModel("Places") {
      Entity("Place") {
        Attribute("rank", Int?.self)
        Composite("address") {
          Attribute("city", String?.self)
          Attribute("zip", Int?.self)
        }
        .optional()
      }
    }
    try TwoStores.play(model) { container in
      let (context, other) = (container.makeContext(), container.makeContext())
      let place = try context.insert("Place")
      let first = AttributeValue.composite(["city": .string("Rome"), "zip": .null])
      try place.setValue(first, forKey: "address")
      #expect(
        try place.value(forKey: "address") as AttributeValue
          == .composite(["city": .string("Rome")]))
      try context.save()
      try other.existingObject(with: place.objectID).setValue(5, forKey: "rank")
      try other.save()
      context.mergePolicy = .storeTrumps
      let second = AttributeValue.composite(["city": .string("Paris")])
      try place.setValue(second, forKey: "address")
      try context.save()
      #expect(try place.value(forKey: "address") as AttributeValue == second)
      return "\(try place.value(forKey: "rank") as AttributeValue)"
    }
  }
}
