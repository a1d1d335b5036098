@_spi(Invariants) import Armature
import ArmatureModel

/// Random histories of a context. Half run against a simple model of the expected results; the other half use hooks and
/// rules that change anything within reach, after which the context must still be consistent.
enum GraphFuzz {
  @Sendable static func problem(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    if choices.bool() {
      var history = try PlainHistory(choices, trace)
      defer { choices = history.choices }
      return try history.problem()
    }
    let history = try WildHistory(choices, trace)
    defer { choices = history.choices }
    return try history.problem()
  }

  /// Runs hooks and rules that change anything within reach, with a container.
  @Sendable static func problemOfHooks(_ choices: inout Choices, _ trace: Trace) throws -> String? {
    let history = try WildHistory(choices, trace, hasStore: true)
    defer { choices = history.choices }
    return try history.problem()
  }
}

/// A context and its reference.
private struct PlainHistory {
  var choices: Choices
  private let trace: Trace
  private let context: ManagedObjectContext
  private var reference: ReferenceGraph
  private var ids: [Int: ManagedObjectID] = [:]

  init(_ choices: Choices, _ trace: Trace) throws {
    var choices = choices
    let entities = RandomGraphModel.entities(&choices)
    let model = try ManagedObjectModel("Random", entities: entities)
    for entity in entities { trace.note(GraphText.line(of: entity)) }
    self.choices = choices
    self.trace = trace
    context = ManagedObjectContext(model: model)
    reference = ReferenceGraph(model)
  }

  mutating func problem() throws -> String? {
    for _ in 0..<(2 + choices.below(24)) {
      if let problem = try step() ?? difference() ?? context.checkInvariants().first {
        return problem
      }
    }
    context.rollback()
    reference.rollback()
    trace.note("roll back")
    return try difference()
  }

  private func object(_ number: Int) -> ManagedObject? {
    ids[number].flatMap(context.registeredObject)
  }

  // MARK: Steps

  private mutating func step() throws -> String? {
    let present = reference.present
    if present.isEmpty { return try insert() }
    let number = choices.pick(present)
    guard let object = object(number) else { return "\(number) is lost" }
    switch choices.below(20) {
    case 0, 1, 2: return present.count < 10 ? try insert() : nil
    case 3, 4: return try delete(object, number)
    case 5, 6: return try save()
    case 7:
      trace.note("roll back")
      context.rollback()
      reference.rollback()
      return context.hasChanges ? "it has changes after it was rolled back" : nil
    case 8: return try load()
    case 9:
      trace.note("validate")
      _ = context.validate()
      return nil
    case 10, 11:
      let name = choices.pick(["n", "t"])
      let value = value(name)
      trace.note("set \(number).\(name) to \(value)")
      try object.setValue(value, forKey: name)
      reference.set(number, name, value)
      return nil
    case 12: return try changeset(object, number)
    default: return try link(object, number)
    }
  }

  private mutating func insert() throws -> String? {
    let entity = choices.pick(context.model.entities).name
    let object = try context.insert(entity)
    return note(object, entity)
  }

  private mutating func note(_ object: ManagedObject, _ entity: String) -> String? {
    let number = Int(object.objectID.key)
    trace.note("insert \(entity) \(number)")
    ids[number] = object.objectID
    reference.insert(number, entity)
    return nil
  }

  private mutating func delete(_ object: ManagedObject, _ number: Int) throws -> String? {
    trace.note("delete \(number)")
    let plan = context.deletionPlan(for: object)
    let planned = Set(plan.deleted.map { Int($0.objectID.key) })
    let denied = Set(plan.denied.map { Int($0.object.objectID.key) })
    try context.delete(object)
    let before = Set(reference.present)
    reference.delete(number)
    let gone = before.subtracting(reference.present)
    if planned != gone { return "\(planned.sorted()) were to go, not \(gone.sorted())" }
    let expected = gone.filter(reference.isDenied)
    return denied == expected
      ? nil : "\(denied.sorted()) were to be denied, not \(expected.sorted())"
  }

  private mutating func value(_ name: String) -> AttributeValue {
    if choices.oneIn(3) { return .null }
    return name == "n" ? .int(Int64(choices.below(5))) : .string("text \(choices.below(20))")
  }

  private mutating func targets(of relationship: RelationshipDescription) -> [Int] {
    let candidates = reference.present.filter { number in
      context.model.entity(
        reference.nodes[number]?.entity ?? "", isKindOf: relationship.destination)
    }
    var targets: [Int] = []
    for _ in 0..<choices.below(4) where !candidates.isEmpty {
      targets.append(choices.pick(candidates))
    }
    return targets
  }

  private mutating func link(_ object: ManagedObject, _ number: Int) throws -> String? {
    let relationships = reference.relationships(of: number)
    if relationships.isEmpty { return nil }
    let relationship = choices.pick(relationships)
    let name = relationship.name
    var targets = targets(of: relationship)
    if !relationship.isToMany { targets = Array(targets.prefix(1)) }
    if relationship.isToMany, let target = targets.first, let other = self.object(target),
      !choices.oneIn(3)
    {
      if choices.oneIn(3) {
        trace.note("remove \(target) from \(number).\(name)")
        try object.remove(other, from: name)
        reference.removeLink(number, name, target)
        return nil
      }
      let position = choices.oneIn(2) ? nil : choices.below(8) - 2
      trace.note("insert \(target) into \(number).\(name) at \(position.map(String.init) ?? "end")")
      try object.insert(other, into: name, at: position)
      reference.insertLink(number, name, target, at: position.map { max(0, $0) })
      return nil
    }
    trace.note("set \(number).\(name) to \(targets)")
    let all = targets.compactMap { ids[$0] }
    let value: AttributeValue =
      relationship.isToMany ? .objects(all) : all.first.map { .object($0) } ?? .null
    try object.setValue(value, forKey: name)
    reference.setLinks(number, name, targets)
    return nil
  }

  private mutating func changeset(_ object: ManagedObject, _ number: Int) throws -> String? {
    var values = ["n": value("n")]
    var targets: [Int] = []
    let relationships = reference.relationships(of: number)
    let relationship = relationships.isEmpty ? nil : choices.pick(relationships)
    if let relationship {
      targets = self.targets(of: relationship)
      if !relationship.isToMany { targets = Array(targets.prefix(1)) }
      let all = targets.compactMap { ids[$0] }
      values[relationship.name] =
        relationship.isToMany ? .objects(all) : all.first.map { .object($0) } ?? .null
    }
    trace.note("changeset for \(number): n, \(relationship?.name ?? "") \(targets)")
    let changes = Changeset(object, casting: values, allowing: Array(values.keys))
    if let problem = try difference() { return problem }
    guard changes.isValid, choices.bool() else { return nil }
    trace.note("apply it")
    try changes.apply()
    reference.set(number, "n", values["n"] ?? .null)
    if let relationship { reference.setLinks(number, relationship.name, targets) }
    return nil
  }

  // MARK: Units of work

  private mutating func save() throws -> String? {
    trace.note("save")
    let pending = (context.insertedObjects + context.updatedObjects).map { Int($0.objectID.key) }
    do {
      try context.save()
    } catch let report as ValidationReport {
      for failure in report {
        guard let number = failure.objectID.map({ Int($0.key) }) else { return "\(failure)" }
        let isRight =
          reference.isDenied(number) || reference.isDuplicate(number) { _ in true }
        if !isRight { return "it must be saved, but \(failure)" }
      }
      return report.isValid ? "it is refused without an error" : nil
    }
    if reference.hasDenials { return "a deletion that is denied is saved" }
    if let number = pending.first(where: {
      reference.isThere($0) && reference.isDuplicate($0) { _ in true }
    }) {
      return "\(number) is a duplicate, and saved"
    }
    reference.save()
    return context.hasChanges ? "it has changes after it was saved" : nil
  }

  private mutating func load() throws -> String? {
    let entity = choices.pick(context.model.entities).name
    let isWrong = choices.bool()
    trace.note("load \(entity), \(isWrong ? "wrong" : "right")")
    let text = "[{\"n\": 3}, {\"n\": \(isWrong ? "\"x\"" : "null")}, {}]"
    do {
      let result = try context.load(.text(text, as: entity))
      if isWrong { return "it must be refused" }
      for object in result.objects { _ = note(object, entity) }
      if let first = result.objects.first { reference.set(Int(first.objectID.key), "n", 3) }
      return nil
    } catch is ValidationReport {
      return isWrong ? nil : "it must be taken"
    }
  }

  // MARK: Comparing

  private func difference() throws -> String? {
    let present = reference.present
    let found = context.registeredObjects.map { Int($0.objectID.key) }
    guard found == present else { return "there are \(found), not \(present)" }
    for number in present {
      guard let object = object(number), let node = reference.nodes[number] else {
        return "\(number) is not there"
      }
      for name in ["n", "t"] {
        let value = try object.value(forKey: name)
        guard value == node.values[name] ?? .null else { return "\(number).\(name) is \(value)" }
      }
      for relationship in reference.relationships(of: number) {
        let ends = GraphText.keys(try object.value(forKey: relationship.name))
        let expected = reference.targets(number, relationship.name)
        guard ends == expected else {
          return "\(number).\(relationship.name) leads to \(ends), not \(expected)"
        }
      }
    }
    return nil
  }
}

/// Describes the parts of a case.
enum GraphText {
  static func line(of entity: EntityDescription) -> String {
    let links = entity.ownProperties.compactMap(\.asRelationship).map { link in
      "\(link.name) -> \(link.destination) \(link.arity) inverse \(link.inverse ?? "none") "
        + "\(link.deleteRule)"
    }
    let unique = entity.uniquenessConstraints.map { "unique \($0.properties)" }
    let parent = entity.parent.map { ": \($0)" } ?? ""
    return "\(entity.name)\(parent) {\((links + unique).joined(separator: "; "))}"
  }

  static func keys(_ value: AttributeValue) -> [Int] { ids(value).map { Int($0.key) } }

  static func ids(_ value: AttributeValue) -> [ManagedObjectID] {
    switch value {
    case .object(let id): [id]
    case .objects(let ids): ids
    default: []
    }
  }
}
