import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Objects that their context has removed.
@Suite struct InvalidatedObjectTests {
  /// Records the values that its hook reads and writes in the hook.
  final class Parcel: ManagedObject {
    @Property("label") var label: String
    @Property("weight") var weight: Int?
    var seen = ""

    override func didSave() {
      seen = label
      label = "seen"
    }
  }

  struct Crate: EntityType {
    static let schema = Crate()
    let label = Attribute<String>()
    let weight = Attribute<Int?>()
  }

  static func parcel() throws -> (context: ManagedObjectContext, parcel: Parcel) {
    let model = try ManagedObjectModel("Post") {
      Entity("Parcel", class: Parcel.self) {
        Attribute("label", String.self)
        Attribute("weight", Int?.self)
        Attribute("format", EveryType.Format?.self)
        Relationship("next", to: "Parcel", inverse: "previous")
        Relationship("previous", to: "Parcel", inverse: "next")
      }
      Crate.self
    }
    let context = ManagedObjectContext(model: model)
    let parcel = try context.insert(Parcel.self)
    parcel.label = "A"
    parcel.weight = 3
    parcel.format = EveryType.Format.paper
    return (context, parcel)
  }

  /// The ways to remove an object.
  enum Way: CaseIterable {
    case deletion, deletionUnsaved, reset, rollback

    func take(_ context: ManagedObjectContext, _ object: ManagedObject) throws {
      switch self {
      case .deletion:
        try context.save()
        try context.delete(object)
        try context.save()
      case .deletionUnsaved: try context.delete(object)
      case .reset:
        try context.save()
        context.reset()
      case .rollback: context.rollback()
      }
    }
  }

  @Test(arguments: Way.allCases)
  func `members yield nothing, and what throws throws`(_ way: Way) throws {
    let (context, parcel) = try Self.parcel()
    try way.take(context, parcel)
    #expect(parcel.objectState == .detached && parcel.managedObjectContext == nil)
    let weight: Int? = parcel[dynamicMember: "weight"]
    let format: EveryType.Format? = parcel.format
    let untyped: PropertyValue? = parcel[dynamicMember: "label"]
    #expect(weight == nil && format == nil && untyped == nil && parcel.weight == nil)
    #expect(parcel["label"] == nil && parcel.properties.values.allSatisfy { $0.isNull })
    #expect(parcel.changedValues.isEmpty && parcel.committedValues().isEmpty)
    #expect(!parcel.hasChanges && !parcel.hasPersistentChangedValues)
    let id = parcel.objectID
    func gone(_ property: String) -> ManagedObjectError { .invalidated(id, property: property) }
    #expect(throws: gone("weight")) { try parcel.value(forKey: "weight") }
    #expect(throws: gone("weight")) { try parcel.value(forKey: "weight", as: Int.self) }
    #expect(throws: gone("format")) {
      try parcel.value(forKey: "format", as: EveryType.Format.self)
    }
    #expect(throws: gone("next")) { try parcel.value(forKeyPath: "next.label") }
    #expect(throws: gone("label")) { try parcel.values(forKeyPath: "label") }
    #expect(throws: gone("label")) { try parcel.primitiveValue(forKey: "label") }
    #expect(throws: gone("label")) { try parcel.setValue("B", forKey: "label") }
    #expect(throws: gone("next")) { try parcel.setValue("B", forKeyPath: "next.label") }
    #expect(throws: gone("label")) { try parcel.setPrimitiveValue("B", forKey: "label") }
    #expect(throws: gone("next")) { try parcel.insert(parcel, into: "next") }
    // A required accessor cannot return nil, so it returns the last value.
    #expect(["A", "seen"].contains(parcel.label))
  }

  @Test func `an object that outlives its context keeps its values`() throws {
    let parcel = try Self.parcel().parcel
    let format: EveryType.Format? = parcel.format
    #expect(
      parcel.managedObjectContext == nil && parcel.label == "A" && parcel.weight == 3
        && format == .paper)
    #expect(try parcel.value(forKey: "weight", as: Int.self) == 3)
    parcel.label = "B"
    #expect(parcel.label == "B")
    #expect(throws: ManagedObjectError.contextDeallocated(parcel.objectID, property: "label")) {
      try parcel.setValue("C", forKey: "label")
    }
  }

  @Test func `what throws says that relationships are gone with the context`() throws {
    let parcel = try Self.parcel().parcel
    let gone = ManagedObjectError.contextDeallocated(parcel.objectID, property: "next")
    #expect(throws: gone) { try parcel.value(forKey: "next") }
    #expect(throws: gone) { try parcel.value(forKey: "next", as: ManagedObject.self) }
    #expect(throws: gone) { try parcel.value(forKeyPath: "next.label") }
    #expect(throws: gone) { try parcel.value(forKeyPath: "next.@count") }
    #expect(throws: gone) { try parcel.values(forKeyPath: "next") }
    #expect(throws: gone) { try parcel.setValue(parcel, forKey: "next") }
  }

  @Test func `a typed view has the last values of required attributes`() throws {
    let (context, _) = try Self.parcel()
    let crate = try context.insert(Crate.self) {
      $0.label = "C"
      $0.weight = 2
    }
    context.reset()
    #expect(crate.label == "C" && crate.weight == nil && !crate.isSet(\.label))
  }

  @Test func `the hook after a deletion still sees the values, and may write`() throws {
    let (context, parcel) = try Self.parcel()
    try context.save()
    try context.delete(parcel)
    parcel.seen = ""
    try context.save()
    #expect(parcel.seen == "seen" && parcel["label"] == nil)
  }

  @Test func `a deletion that is not saved takes no values, and is rolled back`() throws {
    let (context, parcel) = try Self.parcel()
    try context.save()
    try context.delete(parcel)
    #expect(parcel.label == "seen" && parcel.weight == 3)
    context.rollback()
    #expect(parcel.label == "A" && parcel.weight == 3)
    parcel.weight = 4
    #expect(parcel.isUpdated && parcel.weight == 4)
  }

  @Test func `an object with many properties loses all of them`() throws {
    let model = try ManagedObjectModel("Wide") {
      Entity("Wide") { for number in 0..<200 { Attribute("p\(number)", Int.self).default(number) } }
    }
    let context = ManagedObjectContext(model: model)
    let wide = try context.insert("Wide")
    #expect(wide["p199"] == 199)
    context.reset()
    #expect(wide.properties.values.allSatisfy { $0.isNull })
    #expect(wide.description == "Wide#1* {}")
  }

  @Test func `a write through a member ends the program`() async {
    func message(_ id: String, _ property: String) -> String {
      "\(id) must be in a context before its \(property) is accessed, but was deleted or reset. "
        + "Look it up or insert another."
    }
    let member = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (context, parcel) = try Self.parcel()
      context.reset()
      parcel[dynamicMember: "weight"] = 4
    }
    expect(member, says: message("Parcel#1*", "weight"))
    let required = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (context, parcel) = try Self.parcel()
      try context.save()
      try context.delete(parcel)
      try context.save()
      parcel.label = "B"
    }
    expect(required, says: message("Parcel#1", "label"))
  }
}
