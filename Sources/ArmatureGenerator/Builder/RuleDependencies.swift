import Armature

/// Finds the objects with rules that read a property of another object.
final class RuleDependencies {
  private unowned let builder: GraphBuilder
  private let ways: RuleWays

  /// A relationship without an inverse, identified by name and destination, so that inheriting entities share it.
  private struct Step: Hashable {
    let destination: String
    let name: String

    init(_ step: EntityPlan.RelationshipPlan) {
      destination = step.description.destination
      name = step.name
    }
  }

  /// For each object, the objects that lead or led to it over a relationship without an inverse.
  private var sources: [Step: [ObjectIdentifier: [ManagedObject]]] = [:]

  /// The maximum number of objects to check directly after a change; the rest are checked at the end.
  private static let mostReaders = 64

  init(_ builder: GraphBuilder) {
    self.builder = builder
    ways = builder.plans.ways
  }

  /// Returns the objects with rules that edits may affect, each once.
  func readers(of edits: [Edit]) -> [ManagedObject] {
    readers(of: edits.flatMap { $0.changes(builder) })
  }

  /// Returns the changed objects, and the objects with rules that may read the changed properties, each once.
  func readers(of changes: [(object: ManagedObject, property: String)]) -> [ManagedObject] {
    var seen: Set<ObjectIdentifier> = []
    var readers: [ManagedObject] = []
    func add(_ object: ManagedObject) {
      if seen.insert(ObjectIdentifier(object)).inserted { readers.append(object) }
    }
    for (object, property) in changes {
      add(object)
      for way in ways.ways(to: property, of: object.entity.name) {
        for reader in self.readers(of: object, way) { add(reader) }
      }
    }
    return readers
  }

  private func readers(of object: ManagedObject, _ way: RuleWays.Way) -> [ManagedObject] {
    var objects = [object]
    for step in way.steps.reversed() {
      objects = Array(objects.lazy.flatMap { self.sources(of: $0, step) }.prefix(Self.mostReaders))
    }
    return objects.filter { builder.plans.model.entity($0.entity.name, isKindOf: way.entity) }
  }

  /// Returns the objects with a link to an object.
  private func sources(
    of target: ManagedObject, _ step: EntityPlan.RelationshipPlan
  ) -> [ManagedObject] {
    if let inverse = step.inverse {
      return Array(builder.related(target, inverse).prefix(Self.mostReaders))
    }
    let property = Step(step)
    if sources[property] == nil { sources[property] = allSources(step) }
    return (sources[property]?[ObjectIdentifier(target)] ?? []).filter { source in
      builder.related(source, step.description).contains { $0 === target }
    }
  }

  private func allSources(
    _ step: EntityPlan.RelationshipPlan
  ) -> [ObjectIdentifier: [ManagedObject]] {
    var sources: [ObjectIdentifier: [ManagedObject]] = [:]
    for entity in builder.plans.model.entities where !entity.isAbstract {
      guard let known = builder.plans.plan(of: entity.name).relationship(named: step.name),
        Step(known) == Step(step)
      else { continue }
      for position in 0..<builder.context.positionCount(of: entity.name) {
        guard let source = builder.context.object(of: entity.name, at: position),
          source.entity.name == entity.name
        else { continue }
        for target in builder.related(source, step.description) {
          sources[ObjectIdentifier(target), default: []].append(source)
        }
      }
    }
    return sources
  }

  /// Records a link that was created after the sources were collected.
  func note(
    _ source: ManagedObject, _ step: EntityPlan.RelationshipPlan, _ target: ManagedObject
  ) {
    if step.inverse != nil || sources.isEmpty { return }
    sources[Step(step)]?[ObjectIdentifier(target), default: []].append(source)
  }

  /// Returns the approximate number of objects that the rules of an object read.
  func weight(of object: ManagedObject) -> Int {
    var weight = 1
    for steps in ways.collections(of: object.entity.name) {
      var count = 1
      var current = object
      for step in steps {
        let ends = builder.related(current, step.description)
        guard let first = ends.first else { break }
        count = min(count * ends.count, 1_000_000)
        current = first
      }
      // Reading an object takes a small part of the time of a search step.
      weight += count / 64
    }
    return weight
  }
}
