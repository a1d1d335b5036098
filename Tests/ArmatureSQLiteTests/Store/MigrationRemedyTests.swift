import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Obstacles of a migration and the remedies in their messages: each remedy exists and works.
@Suite(.needsSQLite) struct MigrationRemedyTests {
  /// A model change that an automatic migration rejects, and the custom steps that make it possible.
  enum Change: String, CaseIterable, Sendable {
    case attributeGone, entityGone, relationshipGone, typeChanged, valueMissing
    case leadsElsewhere, leadsElsewhereRequired, oneInsteadOfMany, otherSide

    /// Returns a model of plants in pots.
    static func old() throws -> ManagedObjectModel {
      try ManagedObjectModel("Garden") {
        Entity("Plant") {
          Attribute("name", String.self).identifying()
          Attribute("height", String?.self)
          Relationship("pot", to: "Pot", inverse: "plants")
          Relationship("friends", to: "Plant", .toMany, inverse: "friends")
        }
        Entity("Pot") {
          Attribute("name", String.self)
          Relationship("plants", to: "Plant", .toMany, inverse: "pot")
        }
        Entity("Bed") { Attribute("name", String.self) }
      }
    }

    private var plant: EntityDescription {
      let name = Attribute("name", String.self).identifying()
      let height = Attribute("height", String?.self)
      let pot = Relationship("pot", to: "Pot", inverse: "plants")
      let bed = Relationship("pot", to: "Bed", inverse: "plants")
      let friends = Relationship("friends", to: "Plant", .toMany, inverse: "friends")
      let entity =
        switch self {
        case .attributeGone:
          Entity("Plant") {
            name; pot; friends
          }
        case .entityGone, .relationshipGone:
          Entity("Plant") {
            name; height; friends
          }
        case .typeChanged:
          Entity("Plant") {
            name; Attribute("height", Int?.self); pot; friends
          }
        case .valueMissing:
          Entity("Plant") {
            name; height; Attribute("age", Int.self); pot; friends
          }
        case .leadsElsewhere:
          Entity("Plant") {
            name; height; bed; friends
          }
        case .leadsElsewhereRequired:
          Entity("Plant") {
            name; height; bed.required(); friends
          }
        case .oneInsteadOfMany:
          Entity("Plant") {
            name; height; pot; Relationship("friends", to: "Plant", inverse: "friends")
          }
        case .otherSide:
          Entity("Plant") {
            name; height; pot
            Relationship("friends", to: "Plant", .toMany, inverse: "friendOf")
            Relationship("friendOf", to: "Plant", inverse: "friends")
          }
        }
      return entity.description
    }

    func new() throws -> ManagedObjectModel {
      let plants = Relationship("plants", to: "Plant", .toMany, inverse: "pot")
      let name = Attribute("name", String.self)
      let isElsewhere = self == .leadsElsewhere || self == .leadsElsewhereRequired
      let hasPlants = !isElsewhere && self != .relationshipGone
      let pot =
        hasPlants
        ? Entity("Pot") {
          name; plants
        } : Entity("Pot") { name }
      let bed =
        isElsewhere
        ? Entity("Bed") {
          name; plants
        } : Entity("Bed") { name }
      let others = self == .entityGone ? [bed] : [pot, bed]
      return try ManagedObjectModel("Garden", entities: [plant] + others.map(\.description))
    }

    var remedy: [StoreMigration.Step] {
      switch self {
      case .attributeGone: [.drop("Plant.height")]
      case .entityGone: [.drop("Pot"), .drop("Plant.pot")]
      case .relationshipGone: [.drop("Plant.pot"), .drop("Pot.plants")]
      case .typeChanged:
        [.set("Plant.height", from: ["height"]) { $0["height"] == "tall" ? .int(200) : .null }]
      case .valueMissing: [.set("Plant.age") { _ in .int(1) }]
      case .leadsElsewhere: [.drop("Plant.pot")]
      case .leadsElsewhereRequired:
        [
          .drop("Plant.pot"),
          .split("Plant", from: ["name"]) { row in
            row.link("pot", to: try row.make("Bed", ["name": row["name"]]))
          },
        ]
      case .oneInsteadOfMany, .otherSide: [.drop("Plant.friends")]
      }
    }
  }

  @Test(arguments: FileKind.allCases, Change.allCases)
  func `a change that would lose something is refused, and its remedy makes it possible`(
    _ kind: FileKind, _ change: Change
  ) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("garden")
    let context = try PersistentContainer(model: Change.old(), store: kind.store(path))
      .makeContext()
    let pot = try context.insert("Pot")
    pot.name = "Clay"
    let plants = try ["Basil", "Mint", "Sage"].map { name in
      let plant = try context.insert("Plant")
      plant.name = name
      plant.height = "tall"
      plant.pot = pot
      return plant
    }
    plants[0].friends = [plants[1], plants[2]]
    try context.save()

    let error = #expect(throws: PersistentStoreError.self) {
      try PersistentContainer(model: change.new(), store: kind.store(path))
    }
    #expect("\(try #require(error))".contains("migration: .custom"), "\(change)")
    let container = try PersistentContainer(
      model: change.new(), store: kind.store(path), migration: .custom(change.remedy))
    let after = container.makeContext()
    let migrated = try after.fetch("Plant", orderedBy: [.ascending("name")])
    #expect(migrated.map { $0["name"] } == ["Basil", "Mint", "Sage"])
    #expect(try container.verify().isValid)
    kind.expectWhole(path)
    let first = try #require(migrated.first)
    switch change {
    case .leadsElsewhere: #expect(first["pot"] == nil)
    case .leadsElsewhereRequired:
      let bed: ManagedObject = try #require(first.pot)
      #expect(bed["name"] == "Basil")
    case .oneInsteadOfMany: #expect(first["friends"] == nil)
    case .otherSide:
      let friends: [ManagedObject] = first.friends ?? []
      #expect(friends.isEmpty)
    case .typeChanged: #expect(first["height"] == 200)
    case .valueMissing: #expect(first["age"] == 1)
    case .attributeGone, .entityGone, .relationshipGone:
      let friends: [ManagedObject] = first.friends ?? []
      #expect(friends.count == 2)
    }
  }
}
