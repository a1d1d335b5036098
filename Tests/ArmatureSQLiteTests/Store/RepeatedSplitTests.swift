import Armature
import ArmatureModel
import Synchronization
import TestSupport
import Testing

/// Migrations with custom steps that fail and are repeated by the same program.
@Suite(.needsSQLite) struct RepeatedSplitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private struct Refusal: Error {}

  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Person") {
        Attribute("name", String.self)
        Attribute("street", String.self)
      }
    }
  }

  private static func new() throws -> ManagedObjectModel {
    try ManagedObjectModel("People") {
      Entity("Person") {
        Attribute("name", String.self)
        Relationship("address", to: "Address", inverse: "people").required()
      }
      Entity("Address") {
        Attribute("street", String.self)
        Relationship("people", to: "Person", .toMany, inverse: "address")
      }
    }
  }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: migration)
  }

  private func insert(_ kind: FileKind, _ people: [(name: String, street: String)]) throws {
    let context = try open(kind, Self.old()).makeContext()
    for (name, street) in people {
      let person = try context.insert("Person")
      try person.setValue(name, forKey: "name")
      try person.setValue(street, forKey: "street")
    }
    try context.save()
  }

  /// Returns the street of each name.
  private func streets(_ kind: FileKind, _ migration: StoreMigration) throws -> [String: String] {
    let context = try open(kind, Self.new(), migration).makeContext()
    var streets: [String: String] = [:]
    for person in try context.fetch("Person") {
      let address = try #require(person.address as ManagedObject?)
      streets[try #require(try person.value(forKey: "name", as: String.self))] =
        try address.value(forKey: "street", as: String.self)
    }
    return streets
  }

  @Test(arguments: FileKind.allCases)
  func `what is made once for a value is made anew by the next attempt`(kind: FileKind) throws {
    try insert(kind, [("Ann", "High Street"), ("Bob", "High Street"), ("bad", "Low Street")])
    let migration = StoreMigration.custom([
      .drop("Person.street"),
      .split("Person", from: ["name", "street"]) { person in
        if person["name"] == "bad" { throw Refusal() }
        let address = try person.make(
          "Address", ["street": person["street"]], oncePer: person["street"])
        person.link("address", to: address)
      },
    ])
    #expect(throws: Refusal.self) { try open(kind, Self.new(), migration) }
    // Now other rows come first.
    let context = try open(kind, Self.old()).makeContext()
    for person in try context.fetch("Person") where person.name != "Bob" {
      try context.delete(person)
    }
    try context.save()
    try insert(kind, [("Cy", "Side Street"), ("Di", "High Street")])
    #expect(
      try streets(kind, migration) == [
        "Bob": "High Street", "Cy": "Side Street", "Di": "High Street",
      ])
  }

  @Test(arguments: FileKind.allCases)
  func `an identity that a failed attempt has given names nothing later`(kind: FileKind) throws {
    try insert(kind, [("Ann", "High Street"), ("Bob", "Low Street"), ("bad", "Low Street")])
    let known = Mutex<[AttributeValue: ManagedObjectID]>([:])
    let attempts = Mutex<[Set<ManagedObjectID>]>([])
    let migration = StoreMigration.custom([
      .drop("Person.street"),
      .split("Person", from: ["name", "street"]) { person in
        if person["name"] == "bad" { throw Refusal() }
        // State kept outside of the migration survives a failed one.
        let own = try person.make("Address", ["street": person["street"]])
        attempts.withLock { _ = $0[$0.count - 1].insert(own) }
        let address = known.withLock { known in
          let address = known[person["street"]] ?? own
          known[person["street"]] = address
          return address
        }
        person.link("address", to: address)
      },
    ])
    for _ in 0..<2 {
      attempts.withLock { $0.append([]) }
      #expect(throws: (any Error).self) { try open(kind, Self.new(), migration) }
    }
    let context = try open(kind, Self.old()).makeContext()
    for person in try context.fetch("Person") where person.name == "bad" {
      try context.delete(person)
    }
    try context.save()
    try insert(kind, [("Cy", "Side Street")])
    attempts.withLock { $0.append([]) }
    do {
      _ = try open(kind, Self.new(), migration)
      Issue.record("it is linked to what another attempt has made")
    } catch PersistentStoreError.invalidObject(let place, let reason) {
      #expect(place == "Person.address")
      #expect(reason.contains("made by a migration that failed"))
    }
    let ids = attempts.withLock { $0 }
    #expect(ids.reduce(0) { $0 + $1.count } == Set(ids.joined()).count)
    #expect(try open(kind, Self.old()).makeContext().count("Person") == 3)
  }
}
