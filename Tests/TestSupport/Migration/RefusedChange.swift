package import Armature
import ArmatureModel

/// A change of the model that an automatic migration refuses, and how a custom one makes it possible.
package enum RefusedChange: String, CaseIterable, Sendable {
  case attributeGone, entityGone, relationshipGone, typeChanged, valueMissing
  case leadsElsewhere, leadsElsewhereRequired, oneInsteadOfMany, otherSide

  /// Plants that stand in pots.
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

  private var plant: Entity {
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
    return entity
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
    return try ManagedObjectModel("Garden") {
      plant
      if self != .entityGone { pot }
      bed
    }
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

extension RefusedChange {
  /// Makes the change over a store with plants, without and with its remedy.
  ///
  /// - Parameter open: Makes a store; each time another one over the same data.
  /// - Returns: What is not as it must be, a sentence each.
  package func differences(_ open: () -> any PersistentStore) throws -> [String] {
    try plant(PersistentContainer(model: Self.old(), store: open()).makeContext())
    var (found, offered): ([String], [String]) = ([], [])
    func expect(_ isSo: Bool, _ words: String) { if !isSo { found.append("\(self): \(words)") } }
    do {
      _ = try PersistentContainer(model: new(), store: open())
      expect(false, "an automatic migration must refuse it.")
    } catch let error as PersistentStoreError {
      expect("\(error)".contains("migration: .custom"), "no remedy in \(error)")
      offered = "\(error)".matches(of: /\.drop\("([^"]*)"\)/).map { String($0.1) }
    }
    let drops = remedy.compactMap { if case .drop(let place) = $0 { place } else { nil } }
    expect(Set(offered).isSuperset(of: drops), "\(offered) are offered, \(drops) are needed.")
    // If drops are enough, those of the message can be typed as they stand.
    let container = try PersistentContainer(
      model: new(), store: open(),
      migration: .custom(
        drops.count == remedy.count ? offered.map { .drop($0) } : remedy))
    let after = container.makeContext()
    let migrated = try after.fetch("Plant", orderedBy: [.ascending("name")])
    expect(migrated.map { $0["name"] } == ["Basil", "Mint", "Sage"], "the plants are \(migrated).")
    expect(try container.verify().isValid, "\(try container.verify())")
    if let first = migrated.first { expect(isMigrated(first), "the first plant is \(first).") }
    return found
  }

  private func plant(_ context: ManagedObjectContext) throws {
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
  }

  /// Whether the first plant is what the remedy makes of it.
  private func isMigrated(_ first: ManagedObject) -> Bool {
    let friends: [ManagedObject] = self == .oneInsteadOfMany ? [] : first.friends ?? []
    return switch self {
    case .leadsElsewhere: first["pot"] == nil
    case .leadsElsewhereRequired: first.pot?.name == "Basil"
    case .oneInsteadOfMany: first["friends"] == nil
    case .otherSide: friends.isEmpty
    case .typeChanged: first["height"] == 200
    case .valueMissing: first["age"] == 1
    case .attributeGone, .entityGone, .relationshipGone: friends.count == 2
    }
  }
}
