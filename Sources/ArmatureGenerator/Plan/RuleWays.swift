import Armature

/// The paths over relationships by which a model's rules read other objects.
struct RuleWays {
  typealias Steps = [EntityPlan.RelationshipPlan]

  /// A path by which a rule of an entity reads a property of a related object.
  struct Way {
    let entity: String
    let steps: Steps
  }

  private struct Property: Hashable {
    let entity: String
    let name: String
  }

  private var ways: [Property: [Way]] = [:]
  /// For each entity, the paths of its rules over to-many relationships.
  private var collections: [String: [Steps]] = [:]

  init(_ plans: EntityPlans) {
    for entity in plans.model.entities where !entity.isAbstract {
      for path in entity.rules.flatMap(\.readPaths) { add(path, of: entity.name, plans) }
    }
  }

  private mutating func add(_ path: [String], of entity: String, _ plans: EntityPlans) {
    var steps: Steps = []
    var current = entity
    for name in path {
      if !steps.isEmpty {
        for holder in plans.model.concreteEntities(of: current) {
          let property = Property(entity: holder, name: name)
          let isKnown = ways[property, default: []].contains { other in
            other.entity == entity && other.steps.map(\.name) == steps.map(\.name)
          }
          if !isKnown {
            ways[property, default: []].append(Way(entity: entity, steps: steps))
          }
        }
      }
      guard let step = plans.plan(of: current).relationship(named: name) else { break }
      steps.append(step)
      current = step.description.destination
    }
    if steps.contains(where: \.description.isToMany) {
      collections[entity, default: []].append(steps)
    }
  }

  /// Returns the paths to a property of an entity's objects.
  func ways(to property: String, of entity: String) -> [Way] {
    ways[Property(entity: entity, name: property)] ?? []
  }

  /// Returns the paths of an entity's rules over to-many relationships.
  func collections(of entity: String) -> [Steps] { collections[entity] ?? [] }
}

extension ValidationRule {
  /// The paths that the rule reads, as far as they are known.
  var readPaths: [[String]] {
    let paths =
      switch requirement {
      case .predicate(_, let predicate): predicate.paths
      case .custom(_, let properties): properties.map { [$0] }
      default: [[String]]()
      }
    return paths + (condition?.paths ?? [])
  }
}
