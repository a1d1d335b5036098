import Testing

@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A way to read an object, and the rows that it needs.
struct FaultReading: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let keys: [Int64]
  let isRight: @Sendable (Sky) throws -> Bool

  init(
    _ name: String, _ keys: [Int64], _ isRight: @escaping @Sendable (Sky) throws -> Bool
  ) {
    testDescription = name
    self.keys = keys
    self.isRight = isRight
  }

  private static let query = DynamicQuery()

  static let all: [FaultReading] = [
    .init("dynamic text", [Sky.mars]) { try ($0.mars.name as String?) == "Mars" },
    .init("dynamic number", [Sky.mars]) { try ($0.mars.radius as Int?) == 3389 },
    .init("dynamic truth value", [Sky.mars]) { try ($0.mars.ringed as Bool?) == false },
    .init("dynamic absent", [Sky.venus]) { try ($0.venus.radius as Int?) == nil },
    .init("dynamic link", [Sky.phobos]) { try ($0.phobos.planet as ManagedObject?) === $0.mars },
    .init("dynamic list", [Sky.mars]) {
      try ($0.mars.moons as [ManagedObject]?) == [$0.phobos, $0.deimos]
    },
    .init("untyped", [Sky.mars]) {
      try $0.mars.name == PropertyValue.attribute("Mars")
    },
    .init("untyped chain", [Sky.phobos, Sky.mars]) {
      let name: String? = try $0.phobos.planet?.name
      return name == "Mars"
    },
    .init("typed view", [Sky.mars]) { try Managed<Planet>($0.mars)?.name == "Mars" },
    .init("typed view, optional", [Sky.mars]) { try Managed<Planet>($0.mars)?.radius == 3389 },
    .init("typed view, is set", [Sky.mars]) {
      try Managed<Planet>($0.mars)?.isSet(\.name) == true
    },
    .init("typed view, link", [Sky.phobos, Sky.mars]) {
      try Managed<Moon>($0.phobos)?.planet?.name == "Mars"
    },
    .init("typed view, list", [Sky.mars, Sky.phobos, Sky.deimos]) {
      try Managed<Planet>($0.mars)?.moons.map(\.name) == ["Phobos", "Deimos"]
    },
    .init("class", [Sky.viking]) { try $0.viking.name == "Viking" },
    .init("class, number", [Sky.viking]) { try $0.viking.weight == 600 },
    .init("class, link", [Sky.viking]) { try $0.viking.target === $0.mars },
    .init("class, list", [Sky.viking]) { try $0.viking.visited == [$0.venus, $0.mars] },
    .init("value for key", [Sky.mars]) { try $0.mars.value(forKey: "name") == "Mars" },
    .init("value for key as a type", [Sky.mars]) {
      try $0.mars.value(forKey: "radius", as: Int.self) == 3389
    },
    .init("primitive value", [Sky.mars]) {
      try $0.mars.primitiveValue(forKey: "name") == "Mars"
    },
    .init("subscript", [Sky.mars]) { try $0.mars["name"] == "Mars" },
    .init("link for key", [Sky.phobos]) {
      try $0.phobos.value(forKey: "planet") == .object($0.id("Planet", Sky.mars))
    },
    .init("key path", [Sky.phobos, Sky.mars]) {
      try $0.phobos.value(forKeyPath: "planet.name") == "Mars"
    },
    .init("key path over a list", [Sky.mars, Sky.phobos, Sky.deimos]) {
      try $0.mars.values(forKeyPath: "moons.name") == ["Phobos", "Deimos"]
    },
    .init("aggregate", [Sky.mars, Sky.phobos, Sky.deimos]) {
      try $0.mars.value(forKeyPath: "moons.@min.name") == "Deimos"
    },
    .init("count by key path", [Sky.mars]) {
      try $0.mars.value(forKeyPath: "moons.@count") == 2
    },
    .init("count", [Sky.mars]) { sky in
      let mars = try sky.mars
      let moons = try #require(mars.runtime.property(named: "moons"))
      return mars.memberCount(moons.place) == 2
    },
    .init("predicate", [Sky.mars]) { try (query.radius > 3000).holds(for: $0.mars) },
    .init("predicate, text", [Sky.mars]) { try (query.name == "Mars").holds(for: $0.mars) },
    .init("predicate, path", [Sky.phobos, Sky.mars]) {
      try (query.planet.name == "Mars").holds(for: $0.phobos)
    },
    .init("predicate, any", [Sky.mars, Sky.phobos, Sky.deimos]) {
      try query.moons.any { $0.name == "Deimos" }.holds(for: $0.mars)
    },
    .init("isValid", [Sky.mars]) { try $0.mars.isValid },
    .init("validate", [Sky.viking]) { try $0.viking.validate().isValid },
    .init("validate a value", [Sky.viking]) {
      let viking = try $0.viking
      return (try? viking.validateValue(0, forKey: "weight")) == nil && viking.weight == 600
    },
    .init("properties", [Sky.venus]) { sky in
      try sky.venus.properties.contains { $0.key == "name" && $0.value == "Venus" }
    },
    .init("description", []) { try $0.venus.description == "Planet#1001 (fault)" },
    .init("committed values", [Sky.mars]) {
      try $0.mars.committedValues()["radius"] == 3389
    },
    .init("changeset", [Sky.viking]) {
      let changes = Changeset(try $0.viking, casting: ["weight": 0], allowing: ["weight"])
      return try !changes.isValid && $0.viking.weight == 600
    },
    .init("JSON out", [Sky.venus]) {
      _ = try $0.venus
      return String(decoding: try $0.context.json(), as: UTF8.self).contains("\"Venus\"")
    },
  ]
}

@Suite struct FaultTests {
  private let sky: Sky

  init() throws { sky = try Sky() }

  @Test(arguments: FaultReading.all)
  func `every way of reading fills a fault, and asks once for each row`(
    _ reading: FaultReading
  ) throws {
    #expect(try reading.isRight(sky))
    #expect(sky.source.requests == reading.keys)
    // The second time, no row is requested.
    #expect(try reading.isRight(sky))
    #expect(sky.source.requests == reading.keys && !sky.context.hasChanges)
    #expect(brokenInvariants(of: sky.context).isEmpty)
  }

  @Test func `identity and state of a fault need no row`() throws {
    let mars = try sky.mars
    #expect(
      mars.objectID == sky.id("Planet", Sky.mars) && mars.objectID.description == "Planet#1000")
    #expect(mars.objectState == .unchanged && !mars.hasChanges && mars.changedValues.isEmpty)
    #expect(mars.managedObjectContext === sky.context && mars.entity.name == "Planet")
    #expect(sky.context.registeredObject(for: mars.objectID) === mars)
    #expect(sky.source.requests.isEmpty)
  }

  @Test func `two faults for one key are one object`() throws {
    let mars = try sky.mars
    #expect(try sky.mars === mars)
    #expect(try sky.phobos.one("planet") === mars && sky.viking.target === mars)
    #expect(sky.context.objects(of: "Planet").filter { $0 === mars }.count == 1)
  }

  @Test func `a write fills a fault first, and is a change of the row`() throws {
    let (mars, viking, phobos) = (try sky.mars, try sky.viking, try sky.phobos)
    mars.radius = 1
    viking.weight = 7
    try phobos.setValue("Fear", forKey: "name")
    // Objects of custom classes are filled when they are created.
    #expect(sky.source.requests == [Sky.viking, Sky.mars, Sky.phobos])
    #expect(mars.committedValues()["radius"] == 3389 && mars.changedValues == ["radius": 1])
    #expect(viking.name == "Viking" && viking.isUpdated && phobos.one("planet") === mars)
    sky.context.rollback()
    #expect(mars["radius"] == 3389 && viking.weight == 600 && phobos["name"] == "Phobos")
    #expect(!sky.context.hasChanges && sky.source.requests.count == 3)
    mars.radius = 2
    mars.radius = nil as Int?
    try sky.context.save()
    #expect(mars.objectState == .unchanged && mars["radius"] == nil && mars["name"] == "Mars")
  }

  @Test func `clearing and primitive writes fill a fault, too`() throws {
    let (mars, viking) = (try sky.mars, try sky.viking)
    mars.radius = nil as Int?
    try viking.setPrimitiveValue(5, forKey: "weight")
    #expect(mars["name"] == "Mars" && mars["radius"] == nil && mars.isUpdated)
    #expect(viking.weight == 5 && viking.name == "Viking" && !viking.hasChanges)
  }

  @Test func `linking to a fault, from a fault and away from one keeps both sides`() throws {
    let (mars, venus, phobos, deimos) = (
      try sky.mars, try sky.venus, try sky.phobos, try sky.deimos
    )
    phobos.planet = venus
    #expect(venus.many("moons") == [phobos] && mars.many("moons") == [deimos])
    try mars.insert(phobos, into: "moons", at: 0)
    #expect(venus.many("moons").isEmpty && mars.many("moons") == [phobos, deimos])
    let fresh = try sky.context.insert("Moon")
    fresh.name = "Fresh"
    try venus.setValue([fresh, deimos], forKey: "moons")
    #expect(fresh.one("planet") === venus && mars.many("moons") == [phobos])
    #expect(brokenInvariants(of: sky.context).isEmpty)
    sky.context.rollback()
    #expect(mars.many("moons") == [phobos, deimos] && venus.many("moons").isEmpty)
    #expect(deimos.one("planet") === mars && fresh.managedObjectContext == nil)
    #expect(brokenInvariants(of: sky.context).isEmpty && !sky.context.hasChanges)
  }

  @Test func `links of one fault reach others before these are filled`() throws {
    let venus = try sky.venus
    // Fills the other side of the removed link, which was never read.
    try sky.mars.setValue([ManagedObject](), forKey: "moons")
    try venus.setValue([try sky.deimos], forKey: "moons")
    try sky.context.save()
    #expect(try sky.phobos.one("planet") == nil && sky.deimos.one("planet") === venus)
    #expect(brokenInvariants(of: sky.context).isEmpty)
  }

  @Test func `deleting a fault clears the links to it`() throws {
    let mars = try sky.mars
    try sky.context.delete(try sky.phobos)
    #expect(try mars.many("moons") == [sky.deimos])
    #expect(sky.context.deletedObjects.count == 1)
    sky.context.rollback()
    #expect(try mars.many("moons") == [sky.phobos, sky.deimos])
    try sky.context.delete(mars)
    try sky.context.save()
    #expect(try sky.phobos.one("planet") == nil && sky.deimos.one("planet") == nil)
    #expect(throws: ManagedObjectError.self) { try sky.mars }
    #expect(sky.context.registeredObject(for: mars.objectID) == nil)
    // A link to it without an inverse has no value.
    let viking = try sky.viking
    #expect(try viking.target == nil && viking.visited == [sky.venus])
    #expect(!viking.validate().contains { $0.code == "reference.dangling" })
  }

  @Test func `a row that is gone reads as nothing in every untyped way`() throws {
    let (mars, phobos) = (try sky.mars, try sky.phobos)
    #expect(mars.many("moons").count == 2)
    sky.source.rows[Sky.phobos] = nil
    #expect(phobos["name"] == nil && (phobos.name as String?) == nil)
    #expect(phobos.objectState == .detached && phobos.managedObjectContext == nil)
    #expect(phobos.objectID == sky.id("Moon", Sky.phobos))
    #expect(throws: ManagedObjectError.missing(phobos.objectID, property: "name")) {
      try phobos.setValue("x", forKey: "name")
    }
    // Links to it skip it, and are counted correctly.
    let moons = try #require(mars.runtime.property(named: "moons"))
    #expect(try mars.many("moons") == [sky.deimos] && mars.memberCount(moons.place) == 1)
    #expect(try mars.value(forKeyPath: "moons.@count") == 1)
    #expect(!sky.context.hasChanges && sky.source.requests.filter { $0 == Sky.phobos }.count == 1)
    #expect(throws: ManagedObjectError.self) { try sky.phobos }
  }

  @Test func `a row that is gone can be deleted, linked and rolled back without effect`() throws {
    sky.source.rows = [Sky.mars: sky.source.rows[Sky.mars] ?? [:]]
    let (mars, venus, deimos) = (try sky.mars, try sky.venus, try sky.deimos)
    try sky.context.delete(venus)
    #expect(!sky.context.hasChanges && venus.objectState == .detached)
    #expect(throws: ManagedObjectError.missing(deimos.objectID, property: nil)) {
      try mars.setValue([deimos], forKey: "moons")
    }
    #expect(!sky.context.hasChanges)
    // The other moon was never read.
    try sky.context.delete(mars)
    #expect(sky.context.deletedObjects == [mars])
    sky.context.rollback()
    #expect(mars.many("moons").isEmpty && mars["name"] == "Mars" && !sky.context.hasChanges)
    try sky.context.save()
  }

  @Test func `a row that is gone is not freed while it is read`() throws {
    _ = try sky.mars
    sky.source.rows = [:]
    for object in sky.context.objects(of: "Planet") {
      #expect((object.radius as Int?) == nil && (object.name as String?) == nil)
    }
    #expect(sky.context.objects(of: "Planet").isEmpty)
    #expect(sky.context.registeredObjects.isEmpty)
  }

  @Test func `a failed save leaves what was filled meanwhile as its source has it`() throws {
    let viking = try sky.viking
    // Filling an object registers its related objects; hooks can cause this during a save.
    let mark = sky.context.graph.mark()
    let (mars, phobos) = (try #require(viking.target), try sky.phobos)
    mars.radius = 5
    phobos.planet = try sky.venus
    try sky.context.delete(try sky.deimos)
    viking.weight = 1
    sky.context.graph.goBack(to: mark)
    #expect(viking.weight == 600 && viking.target === mars && mars["radius"] == 3389)
    #expect(try mars.many("moons") == [phobos, sky.deimos] && phobos.one("planet") === mars)
    #expect(mars.managedObjectContext === sky.context && !sky.context.hasChanges)
    #expect(sky.context.deletedObjects.isEmpty && sky.context.updatedObjects.isEmpty)
    #expect(brokenInvariants(of: sky.context).isEmpty)
  }

  @Test func `a fault that is filled stands in the unique indexes`() throws {
    #expect(try sky.viking.weight == 600)
    let other = try sky.context.insert(ProbeObject.self)
    other.name = "Viking"
    #expect(throws: ValidationReport.self) { try sky.context.save() }
    other.name = "Viking 2"
    try sky.context.save()
    #expect(try sky.context.object(of: "Probe", identifiedBy: "Viking") === (sky.viking))
    #expect(sky.context.object(of: "Probe", identifiedBy: "Viking 2") === other)
  }

  @Test func `after a reset a key is asked for again`() throws {
    let before = try sky.mars
    #expect(before["name"] == "Mars")
    sky.source.rows[Sky.mars]?["name"] = "Ares"
    sky.context.reset()
    #expect(before["name"] == nil && before.objectID == sky.id("Planet", Sky.mars))
    let after = try sky.mars
    #expect(after !== before && after["name"] == "Ares" && after.objectID == before.objectID)
    #expect(try after.many("moons") == [sky.phobos, sky.deimos])
    #expect(sky.source.requests == [Sky.mars, Sky.mars])
  }

  @Test func `keys of faults and of new objects do not meet`() throws {
    let fresh = try sky.context.insert("Planet")
    let mars = try sky.mars
    let more = try (0..<3).map { _ in try sky.context.insert("Planet") }
    #expect(Set(([fresh, mars] + more).map(\.objectID)).count == 5)
    for object in [fresh, mars] + more {
      #expect(sky.context.registeredObject(for: object.objectID) === object)
    }
    for key in [Int64.min, -1, 0, 900, .max] {
      #expect(sky.context.registeredObject(for: sky.id("Planet", key)) == nil)
    }
  }

  @Test func `faults outlive their context without values`() throws {
    var mars: ManagedObject?
    do {
      let other = try Sky()
      mars = try other.mars
    }
    #expect(mars?.managedObjectContext == nil && mars?.objectID.key == Sky.mars)
    let id = try #require(mars?.objectID)
    #expect(throws: ManagedObjectError.contextDeallocated(id, property: "name")) {
      try mars?.value(forKey: "name")
    }
  }
}
