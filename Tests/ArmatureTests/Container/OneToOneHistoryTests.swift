import TestSupport
import Testing

@testable import Armature

/// Two contexts that take partners and desks from each other.
///
/// Two laws hold for saved states: links lead back, and a context that has saved agrees with the store.
@Suite struct OneToOneHistoryTests {
  @Test(arguments: 0..<8)
  func `one-to-one relationships lead back, and who has saved sees what the store has`(
    _ block: Int
  ) throws {
    try expectHistories(
      block: block, count: 120, steps: 40, showing: ["save", "conflict", "link", "delete"],
      moreThan: 5
    ) { seed, steps in
      let history = try OneToOneHistory(seed: seed)
      let problem = history.problem(steps: steps)
      return HistoryOutcome(
        lines: history.lines, problems: problem.map { [$0] } ?? [], counts: history.counts)
    }
  }
}

private final class OneToOneHistory {
  private var random: SplitMix64
  private let container: PersistentContainer
  private let contexts: [ManagedObjectContext]
  private(set) var lines: [String] = []
  private(set) var counts: [String: Int] = [:]

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    container = try PersistentContainer(
      model: ManagedObjectModel("Office") {
        Entity("Person") {
          Attribute("name", String?.self)
          Relationship("partner", to: "Person", inverse: "partner")
          Relationship("desk", to: "Desk", inverse: "person")
        }
        Entity("Desk") {
          Attribute("name", String?.self)
          Relationship("person", to: "Person", inverse: "desk")
        }
      })
    contexts = [container.makeContext(), container.makeContext()]
    for context in contexts {
      context.mergesChangesAutomatically = random.oneIn(3)
    }
    for entity in ["Person", "Person", "Person", "Desk", "Desk"] {
      _ = try contexts[0].insert(entity)
    }
    try contexts[0].save()
  }

  private func note(_ index: Int, _ line: String) {
    lines.append("\("AB".dropFirst(index).prefix(1)): \(line)")
  }

  func problem(steps: Int) -> String? {
    do {
      for _ in 0..<steps {
        do {
          if let problem = try step(random.below(2)) { return problem }
        } catch is ManagedObjectError {
          // The object was deleted by another context.
        }
      }
      return try lookAgain()
    } catch {
      return "a step throws \(error)"
    }
  }

  private func step(_ index: Int) throws -> String? {
    let context = contexts[index]
    switch random.below(16) {
    case 0:
      let object = try context.insert(random.pick(["Person", "Desk"]))
      note(index, "insert \(object.objectID)")
    case 1: try delete(index)
    case 2...3: return try lookAgain()
    case 4:
      note(index, "refresh all")
      try context.refreshAll()
    case 5...9: return try save(index)
    case 10: try name(index)
    default: try link(index)
    }
    return nil
  }

  private func any(_ entity: String, _ context: ManagedObjectContext) throws -> ManagedObject? {
    var objects = context.objects(of: entity)
    // A fetch reads other saves; without it, there are more conflicts.
    if objects.count < 2 || random.oneIn(6) { objects = try context.fetch(entity) }
    return objects.isEmpty ? nil : random.pick(objects)
  }

  private func name(_ index: Int) throws {
    guard let object = try any(random.pick(["Person", "Desk"]), contexts[index]) else { return }
    note(index, "name \(object.objectID)")
    try object.setValue("\(lines.count)", forKey: "name")
  }

  private func delete(_ index: Int) throws {
    guard let object = try any(random.pick(["Person", "Desk"]), contexts[index]) else { return }
    note(index, "delete \(object.objectID)")
    try contexts[index].delete(object)
    counts["delete", default: 0] += 1
  }

  private func link(_ index: Int) throws {
    let key = random.pick(["partner", "desk", "person"])
    guard let object = try any(key == "person" ? "Desk" : "Person", contexts[index]) else { return }
    let end = try random.oneIn(5) ? nil : any(key == "desk" ? "Desk" : "Person", contexts[index])
    note(index, "\(object.objectID).\(key) = \(end.map { "\($0.objectID)" } ?? "nil")")
    try object.setValue(end, forKey: key)
    counts["link", default: 0] += 1
  }

  private func save(_ index: Int) throws -> String? {
    let context = contexts[index]
    let (name, policy) = random.pick([("error", .error)] + MergePolicy.all(keeping: "desk"))
    note(index, "save, \(name)")
    context.mergePolicy = policy
    let changed =
      (context.insertedObjects + context.updatedObjects.filter { !$0.changedValues.isEmpty })
      .map { ($0, $0.row.version) }
    do {
      try context.save()
      counts["save", default: 0] += 1
    } catch let error where error is MergeConflicts || error is ValidationReport {
      lines.append("   \(error)")
      counts[error is MergeConflicts ? "conflict" : "refusal", default: 0] += 1
      context.rollback()
      try context.refreshAll()
      return try storeProblem()
    }
    if context.hasChanges { return "there are changes after a save" }
    let fresh = container.makeContext()
    // Objects unlinked by a deletion that was reverted have no changes any more.
    for (object, version) in changed
    where object.managedObjectContext != nil && object.row.version != version {
      guard let stored = try? fresh.same(object) else {
        return "\(object.objectID) is not in the store, but was saved"
      }
      for key in object.entity.relationships.map(\.name) {
        let (mine, theirs) = (object.one(key)?.objectID, stored.one(key)?.objectID)
        // Objects restored after a deletion are found by the next fetch.
        if let theirs, !context.graph.knows(theirs) { continue }
        if mine?.key != theirs?.key {
          return "\(object.objectID).\(key) is \(mine as Any) to who saved it, but \(theirs as Any)"
        }
      }
    }
    return try storeProblem()
  }

  private func storeProblem() throws -> String? {
    let fresh = container.makeContext()
    for entity in ["Person", "Desk"] { _ = try fresh.fetch(entity) }
    return brokenInvariants(of: fresh).first.map { "the store: \($0)" }
  }

  private func lookAgain() throws -> String? {
    lines.append("all roll back and refresh")
    for (index, context) in contexts.enumerated() {
      context.rollback()
      try context.refreshAll()
      if let broken = brokenInvariants(of: context).first { return "\(index): \(broken)" }
    }
    return nil
  }
}
