import Armature
import ArmatureTesting
import Testing

/// Generated parts, each of which belongs to one owner.
@Suite struct OwnedPartsTests {
  @Test func `generated parts have one owner, and are nested in it`() throws {
    let model = try ManagedObjectModel("Shop") {
      Entity("Order") {
        Attribute("number", Int.self).identifying()
        Relationship("lines", to: "Line", .toMany).owned().count(1...3)
        Relationship("address", to: "Address").owned().required()
      }
      Entity("Line") { Relationship("address", to: "Address").owned() }
      Entity("Address") { Relationship("parts", to: "Part", .toMany).owned() }
      Entity("Part") { Relationship("parts", to: "Part", .toMany).owned() }
    }
    for seed in 0..<UInt64(30) {
      let context = ManagedObjectContext(model: model)
      let counts = ["Order": 5, "Line": 8, "Address": 12, "Part": 20]
      try ObjectGenerator(model, seed: seed).make(counts, in: context)
      #expect(context.validate().isEmpty, "seed \(seed): \(context.validate())")
      let copy = ManagedObjectContext(model: model)
      try copy.load(.data(context.json(layout: .compact)))
      #expect(copy.registeredObjects.count == context.registeredObjects.count, "seed \(seed)")
      #expect(try copy.json() == context.json(), "seed \(seed)")
    }
  }
}
