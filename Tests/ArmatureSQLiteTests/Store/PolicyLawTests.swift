import Armature
import TestSupport
import Testing

/// The result of two contexts that change the same objects, with every policy and every kind of relationship: each
/// store agrees with the in-memory store.
@Suite(.needsSQLite) struct PolicyLawTests {
  enum Kind: String, CaseIterable, Sendable {
    case oneToOne, oneToMany, ordered, manyToMany, oneWay, oneWayToMany
    case parent, spouse, friends

    /// Whether the relationship is within one entity.
    var isOfOneEntity: Bool { [.parent, .spouse, .friends].contains(self) }

    func model() throws -> ManagedObjectModel {
      let target = isOfOneEntity ? "Item" : "Other"
      func link(
        _ name: String, _ arity: RelationshipDescription.Arity = .toOne, _ inverse: String? = nil,
        to destination: String
      ) -> PropertyDescription {
        .relationship(RelationshipDescription(name, to: destination, arity, inverse: inverse))
      }
      let (item, other): ([PropertyDescription], [PropertyDescription]) =
        switch self {
        case .oneToOne:
          ([link("link", .toOne, "back", to: target)], [link("back", .toOne, "link", to: "Item")])
        case .oneToMany:
          ([link("link", .toOne, "back", to: target)], [link("back", .toMany, "link", to: "Item")])
        case .ordered:
          ([link("link", .toOne, "back", to: target)], [link("back", .ordered, "link", to: "Item")])
        case .manyToMany:
          ([link("link", .toMany, "back", to: target)], [link("back", .toMany, "link", to: "Item")])
        case .oneWay: ([link("link", to: target)], [])
        case .oneWayToMany: ([link("link", .toMany, to: target)], [])
        case .parent:
          (
            [
              link("link", .toOne, "back", to: target), link("back", .toMany, "link", to: target),
            ], []
          )
        case .spouse: ([link("link", .toOne, "link", to: target)], [])
        case .friends: ([link("link", .toMany, "link", to: target)], [])
        }
      let number = PropertyDescription.attribute(
        AttributeDescription("number", .int64, isOptional: true))
      return try ManagedObjectModel(
        "Policies",
        entities: [
          EntityDescription("Item", properties: [number] + item),
          EntityDescription("Other", properties: [number] + other),
        ])
    }
  }

  private struct Outcome: Equatable {
    /// Each object with its number and the places of its related objects; `nil` for a deleted object.
    var objects: [String?] = []
    var errors: [String] = []
    var isValid = true
  }

  /// Makes the same random edits in two contexts, which save one after the other.
  private func outcome(
    _ kind: Kind, _ store: StoreKind, _ policy: MergePolicy, seed: UInt64
  ) throws -> Outcome {
    let container = try AnyStore(store, kind.model())
    return try withExtendedLifetime(container) {
      var random = SplitMix64(seed: seed)
      let container = container.container
      let (first, second) = (container.makeContext(), container.makeContext())
      var ids: [ManagedObjectID] = []
      let objects =
        try (0..<3).map { _ in try first.insert("Item") }
        + (0..<3).map { _ in try first.insert("Other") }
      for _ in 0..<4 { try edit(objects, kind, &random, deletes: false) }
      try first.save()
      ids = objects.map(\.objectID)
      let others = try ids.map(second.existingObject)
      second.mergePolicy = policy
      // Some are read before the other context saves, and some after.
      if random.below(2) == 0 {
        for other in others { _ = try? other.objectIDs(forRelationshipNamed: "link") }
      }
      var outcome = Outcome()
      for _ in 0..<(1 + random.below(3)) { try edit(objects, kind, &random) }
      for _ in 0..<(1 + random.below(3)) { try edit(others, kind, &random) }
      for context in [first, second] {
        do {
          try context.save()
        } catch {
          outcome.errors.append(
            error is MergeConflicts
              ? "conflicts" : error is ValidationReport ? "report" : "\(error)")
          context.rollback()
        }
      }
      outcome.objects = try Self.picture(ids, container.makeContext())
      outcome.isValid = try container.verify().isValid
      return outcome
    }
  }

  private static func picture(
    _ ids: [ManagedObjectID], _ context: ManagedObjectContext
  ) throws -> [String?] {
    let places = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1.key, $0) })
    return try ids.map { id in
      guard let object = try? context.existingObject(with: id) else { return nil }
      let links = try object.entity.relationships.map { relationship in
        let members = try object.objectIDs(forRelationshipNamed: relationship.name)
          .map { places[$0.key] ?? -1 }
        return "\(relationship.name) \(relationship.arity == .ordered ? members : members.sorted())"
      }
      return "\(try object.value(forKey: "number")) \(links)"
    }
  }

  private func edit(
    _ objects: [ManagedObject], _ kind: Kind, _ random: inout SplitMix64, deletes: Bool = true
  ) throws {
    let (left, right, choice) = (random.below(3), random.below(3), random.below(8))
    let item = objects[left]
    let other = objects[kind.isOfOneEntity ? right : 3 + right]
    let number = random.below(100)
    guard item.objectState != .deleted, other.objectState != .deleted,
      item.objectState != .detached, other.objectState != .detached
    else { return }
    switch choice {
    case 0 where deletes: try item.managedObjectContext?.delete(random.below(2) == 0 ? item : other)
    case 1: item.number = number
    case 2: other.number = number
    case 3 where [.manyToMany, .oneWayToMany, .friends].contains(kind):
      try item.remove(other, from: "link")
    case 3: item.link = ManagedObject?.none
    default:
      if [.manyToMany, .oneWayToMany, .friends].contains(kind) {
        try item.insert(other, into: "link")
      } else {
        item.link = other
      }
    }
  }

  @Test(arguments: StoreKind.allCases.filter { $0 != .memory }, Kind.allCases)
  func `every store has the same as the one in memory`(
    store: StoreKind, kind: Kind
  ) throws {
    for (name, policy) in MergePolicy.all(keeping: "link") {
      for seed in 1...(store == .postgresql ? 4 : 8) as ClosedRange<UInt64> {
        let expected = try outcome(kind, .memory, policy, seed: seed)
        let found = try outcome(kind, store, policy, seed: seed)
        #expect(expected.isValid && found.isValid, "\(name) \(seed)")
        #expect(expected == found, "\(name) \(seed)")
      }
    }
  }
}
