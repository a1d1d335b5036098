@testable import Armature
import Testing

/// One random life of a context, beside its reference.
private struct History {
  private var random: SplitMix64
  private let context: ManagedObjectContext
  private var reference: ReferenceGraph
  private var objects: [Int: ManagedObject] = [:]
  private var savedState: GraphSnapshot
  private(set) var saves = 0
  private(set) var denials = 0

  init(seed: UInt64) throws {
    random = SplitMix64(seed: seed)
    let model = try RandomModel.make(&random)
    context = ManagedObjectContext(model: model)
    reference = ReferenceGraph(model)
    savedState = GraphSnapshot(context)
  }

  /// Takes one step, and says what it was.
  mutating func step() throws -> String {
    let present = reference.present
    guard !present.isEmpty, present.count >= 12 || !random.oneIn(4) else { return try insert() }
    let number = random.pick(present)
    guard let object = objects[number] else { return "lost object \(number)" }
    switch random.below(20) {
    case 0, 1: return delete(object, number)
    case 2: return try save()
    case 3: return try rollback()
    case 4, 5, 6: return try setValue(object, number)
    default: return try link(object, number)
    }
  }

  private mutating func insert() throws -> String {
    let entity = random.pick(context.model.entities).name
    let object = try context.insert(entity)
    objects[object.key] = object
    reference.insert(object.key, entity)
    return "insert \(object.objectID)"
  }

  private mutating func delete(_ object: ManagedObject, _ number: Int) -> String {
    let isDeleted = (try? context.delete(object)) != nil
    if !isDeleted { denials += 1 }
    let isExpected = reference.delete(number)
    return "delete \(number): \(isDeleted == isExpected ? "" : "WRONG, expected \(isExpected)")"
  }

  private mutating func save() throws -> String {
    let pending = (context.insertedObjects + context.updatedObjects).map(\.key)
    let isExpectedToFail = pending.contains { reference.isDangling($0) }
    do {
      try context.save()
      reference.save()
      saves += 1
      savedState = GraphSnapshot(context)
      return "save: \(isExpectedToFail ? "WRONG, leaves dangling links" : problemOfIdleContext)"
    } catch let report as ValidationReport {
      let isRight = isExpectedToFail && report.allSatisfy { $0.code == "reference.dangling" }
      return "save refused: \(isRight ? "" : "WRONG, \(report)")"
    }
  }

  private mutating func rollback() throws -> String {
    context.rollback()
    reference.rollback()
    let isSame = GraphSnapshot(context) == savedState
    return "roll back: \(isSame ? problemOfIdleContext : "WRONG, not the saved state")"
  }

  private var problemOfIdleContext: String {
    let isIdle =
      !context.hasChanges && context.insertedObjects.isEmpty && context.updatedObjects.isEmpty
      && context.deletedObjects.isEmpty
      && context.registeredObjects.allSatisfy { $0.state == .unchanged && $0.changedValues.isEmpty }
    return isIdle ? "" : "WRONG, the context has changes"
  }

  private mutating func setValue(_ object: ManagedObject, _ number: Int) throws -> String {
    let name = random.pick(["n", "t"])
    let value: AttributeValue =
      random.oneIn(3)
      ? .null : name == "n" ? .int(Int64(random.below(5))) : .string("text \(random.below(5))")
    try object.setValue(value, forKey: name)
    reference.set(number, name, value)
    return "set \(number).\(name) to \(value)"
  }

  private mutating func link(_ object: ManagedObject, _ number: Int) throws -> String {
    let relationships = reference.relationships(of: number)
    guard !relationships.isEmpty else { return try setValue(object, number) }
    let relationship = random.pick(relationships)
    let name = relationship.name
    let candidates = reference.present.filter { number in
      context.model.entity(
        reference.nodes[number]?.entity ?? "", isKindOf: relationship.destination)
    }
    let targets = (0..<random.below(4)).compactMap { _ in
      candidates.isEmpty ? nil : random.pick(candidates)
    }
    guard relationship.isToMany else {
      let target = targets.first
      try object.setValue(target.flatMap { objects[$0] }, forKey: name)
      reference.setLinks(number, name, targets.prefix(1).map { $0 })
      return "set \(number).\(name) to \(target.map(String.init) ?? "nil")"
    }
    guard let target = targets.first, let other = objects[target], !random.oneIn(3) else {
      try object.setValue(targets.compactMap { objects[$0] }, forKey: name)
      reference.setLinks(number, name, targets)
      return "set \(number).\(name) to \(targets)"
    }
    if random.oneIn(3) {
      try object.remove(other, from: name)
      reference.removeLink(number, name, target)
      return "remove \(target) from \(number).\(name)"
    }
    let position = random.oneIn(2) ? nil : random.below(5)
    try object.insert(other, into: name, at: position)
    reference.insertLink(number, name, target, at: position)
    return "insert \(target) into \(number).\(name) at \(position.map(String.init) ?? "the end")"
  }

  /// What is wrong now; empty if the context is as the reference says.
  func problems() -> [String] {
    var problems = brokenInvariants(of: context)
    let present = reference.present
    if context.registeredObjects.map(\.key) != present {
      problems.append("there are \(context.registeredObjects.map(\.objectID)), not \(present)")
    }
    for number in present {
      guard let object = objects[number], let node = reference.nodes[number] else { continue }
      for name in ["n", "t"] where object[name] ?? .null != node.values[name] ?? .null {
        problems.append("\(number).\(name) is \(object[name] ?? .null)")
      }
      for relationship in reference.relationships(of: number) {
        let name = relationship.name
        let found = relationship.isToMany ? object.many(name) : [object.one(name)].compactMap { $0 }
        let expected = reference.targets(number, name)
        if found.map(\.key) != expected {
          problems.append("\(number).\(name) leads to \(found.map(\.key)), not \(expected)")
        }
      }
    }
    return problems
  }
}

@Suite struct RandomHistoryTests {
  /// 8 · 60 · 50 = 24,000 steps.
  @Test(arguments: 0..<8)
  func `a context does at each step what a simple model of it does`(_ block: Int) throws {
    var (saves, denials) = (0, 0)
    for run in 0..<60 {
      let seed = UInt64(block * 60 + run)
      var history = try History(seed: seed)
      var steps: [String] = []
      for _ in 0..<50 {
        steps.append(try history.step())
        var problems = history.problems()
        if steps.last?.contains("WRONG") == true { problems.append("the outcome of the step") }
        guard problems.isEmpty else {
          Issue.record(
            """
            seed \(seed), step \(steps.count):
            \(steps.joined(separator: "\n"))
            \(problems.joined(separator: "\n"))
            """)
          return
        }
      }
      saves += history.saves
      denials += history.denials
    }
    // The test is worth something only if all of it takes place.
    #expect(saves > 50 && denials > 0)
  }
}
