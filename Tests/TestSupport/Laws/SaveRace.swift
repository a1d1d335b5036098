package import Armature
import ArmatureModel
import Dispatch
import Synchronization

/// Two tasks that concurrently save changes which exclude each other, or which must be correct together.
package struct SaveRace: Sendable, CustomStringConvertible {
  package let description: String
  /// Creates the initial objects of a round; both tasks know the first one.
  fileprivate let setUp: @Sendable (ManagedObjectContext) throws -> [ManagedObject]
  fileprivate let one, other: @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void
  /// The expected result if both save.
  fileprivate let both: Both
  fileprivate let model: @Sendable () throws -> ManagedObjectModel

  fileprivate enum Both {
    /// Both must not be saved.
    case never
    /// The object added by one is deleted together with the object deleted by the other.
    case leavesNothing
    /// Both may be saved.
    case always
  }

  /// Every delete rule for every arity, required or not; counts, derived values and rules over paths.
  package static let all: [SaveRace] = deletions + additions

  private static let deletions: [SaveRace] = [DeleteRule.nullify, .cascade, .deny].flatMap { rule in
    [RelationshipDescription.Arity.toOne, .toMany, .ordered].flatMap { arity in
      [false, true].map { isRequired in
        SaveRace(
          description: "\(rule) \(arity)\(isRequired ? " required" : "")",
          setUp: { [try $0.insert("Owner")] },
          one: { objects, context in
            try context.insert("Part").setValue(objects[0], forKey: "owner")
          },
          other: { objects, context in try context.delete(objects[0]) },
          both: rule == .cascade
            ? .leavesNothing : rule == .deny || isRequired ? .never : .always,
          model: {
            try ManagedObjectModel("Race") {
              Entity("Owner") {
                Attribute("n", Int.self).default(0)
                link(arity, rule)
                if arity != .toOne {
                  Attribute("count", Int.self)
                    .derived(from: .aggregate(.count, of: .keyPath(["parts"])))
                }
              }
              Entity("Part") {
                Attribute("n", Int.self).default(0)
                if isRequired {
                  Relationship("owner", to: "Owner", inverse: "parts").required()
                } else {
                  Relationship("owner", to: "Owner", inverse: "parts")
                }
              }
            }
          })
      }
    }
  }

  private static func link(
    _ arity: RelationshipDescription.Arity, _ rule: DeleteRule
  ) -> Relationship {
    switch arity {
    case .toOne: Relationship("parts", to: "Part", inverse: "owner", onDelete: rule)
    case .toMany: Relationship("parts", to: "Part", .toMany, inverse: "owner", onDelete: rule)
    case .ordered: Relationship("parts", to: "Part", .ordered, inverse: "owner", onDelete: rule)
    }
  }

  private static let additions: [SaveRace] = [
    race("two additions to at most one", both: .never, limit: 1, parts: 0, add, add),
    race("two additions", both: .always, parts: 0, add, add),
    race("an addition and a departure", both: .always, parts: 1, add) { objects, _ in
      try objects[1].setValue(AttributeValue.null, forKey: "owner")
    },
    race("two sizes below the greatest", both: .always, parts: 2, size(1, 1), size(2, 2)),
    race("a size and a departure", both: .always, parts: 2, size(1, 2)) { objects, context in
      try context.delete(objects[2])
    },
    race("a name and an arrival", both: .always, parts: 0, add) { objects, _ in
      try objects[0].setValue("other", forKey: "name")
    },
    race("a limit and a size beyond it", both: .never, parts: 1, size(1, 8)) { objects, _ in
      try objects[0].setValue(6, forKey: "limit")
    },
    race(
      "two that leave one where two must stay", both: .never, least: 2, parts: 3, leave(1),
      leave(2)),
  ]

  private static let add: @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void = {
    objects, context in
    try context.insert("Part").setValue(objects[0], forKey: "owner")
  }

  private static func size(
    _ part: Int, _ size: Int
  ) -> @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void {
    { objects, _ in try objects[part].setValue(size, forKey: "size") }
  }

  private static func leave(
    _ part: Int
  ) -> @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void {
    { objects, _ in try objects[part].setValue(AttributeValue.null, forKey: "owner") }
  }

  private static func race(
    _ name: String, both: Both, least: Int = 0, limit: Int = 9, parts: Int,
    _ one: @escaping @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void,
    _ other: @escaping @Sendable ([ManagedObject], ManagedObjectContext) throws -> Void
  ) -> SaveRace {
    SaveRace(
      description: name,
      setUp: { context in
        let owner = try context.insert("Owner")
        return try [owner]
          + (0..<parts).map { _ in
            let part = try context.insert("Part")
            try part.setValue(owner, forKey: "owner")
            return part
          }
      },
      one: one, other: other, both: both,
      model: {
        try ManagedObjectModel("Race") {
          Entity("Owner") {
            Attribute("name", String.self).default("name")
            Attribute("limit", Int.self).default(9)
            Relationship("parts", to: "Part", .toMany, inverse: "owner").count(least...limit)
            Attribute("count", Int.self).derived(from: .aggregate(.count, of: .keyPath(["parts"])))
            Attribute("total", Int.self)
              .derived(from: .aggregate(.sum, of: .keyPath(["parts", "size"])))
            Attribute("largest", Int?.self)
              .derived(from: .aggregate(.maximum, of: .keyPath(["parts", "size"])))
            Rule("its parts keep the limit") { owner in owner.parts.all { $0.size <= owner.limit } }
          }
          Entity("Part") {
            Attribute("size", Int.self).default(5)
            Attribute("place", String?.self).derived(from: .keyPath(["owner", "name"]))
            Relationship("owner", to: "Owner", inverse: "parts")
            Rule("it keeps the limit") { $0.owner == nil || $0.size <= $0.owner.limit }
          }
        }
      })
  }

  /// The number of rounds with each result.
  package struct Outcome: Sendable {
    package var both = 0
    package var one = 0
    package var neither = 0
    /// The number of rounds in which both were saved although they exclude each other.
    package var wrong = 0
    /// The first failures in the store.
    package var invalid: [String] = []

    package var isRight: Bool { wrong == 0 && invalid.isEmpty }
  }

  /// Runs a number of rounds with a new store for each block and checks the saved state.
  ///
  /// - Throws: Errors of saves, except conflicts and validation failures.
  package func run(
    rounds: Int, blocks size: Int = 100, _ makeStore: () throws -> any PersistentStore
  ) throws -> Outcome {
    var outcome = Outcome()
    for start in stride(from: 0, to: rounds, by: size) {
      let container = try PersistentContainer(model: model(), store: makeStore())
      let context = container.makeContext()
      let starts = try (0..<min(size, rounds - start)).map { _ in try setUp(context) }
      try context.save()
      for objects in starts { try run(objects.map(\.objectID), container, &outcome) }
      for failure in try container.verify().prefix(3) where outcome.invalid.count < 3 {
        outcome.invalid.append("\(failure)")
      }
    }
    return outcome
  }

  private func run(
    _ ids: [ManagedObjectID], _ container: PersistentContainer, _ outcome: inout Outcome
  ) throws {
    let states = Mutex<(saved: [Bool], error: (any Error)?, new: [ManagedObjectID])>(
      ([false, false], nil, []))
    let ready = Atomic<Int>(0)
    DispatchQueue.concurrentPerform(iterations: 2) { number in
      let context = container.makeContext()
      do {
        let objects = try ids.map(context.existingObject)
        try (number == 0 ? one : other)(objects, context)
        let new = context.insertedObjects.map(\.objectID)
        ready.add(1, ordering: .sequentiallyConsistent)
        // Waits until both are ready to save; with a single processor, one runs after the other.
        for _ in 0..<200_000 where ready.load(ordering: .sequentiallyConsistent) < 2 {}
        try context.save()
        states.withLock {
          $0.saved[number] = true
          $0.new += new
        }
      } catch is MergeConflicts {
      } catch is ValidationReport {
        // The other task may have deleted it before.
      } catch ManagedObjectError.noSuchObject {
      } catch {
        states.withLock { $0.error = error }
      }
    }
    let (saved, error, new) = states.withLock { $0 }
    if let error { throw error }
    switch saved.filter(\.self).count {
    case 2: outcome.both += 1
    case 1: outcome.one += 1
    default: outcome.neither += 1
    }
    guard saved == [true, true] else { return }
    switch both {
    case .never: outcome.wrong += 1
    case .leavesNothing:
      let context = container.makeContext()
      if new.contains(where: { (try? context.existingObject(with: $0)) != nil }) {
        outcome.wrong += 1
      }
    case .always: break
    }
  }
}
