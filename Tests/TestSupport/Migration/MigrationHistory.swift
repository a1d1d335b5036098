package import Armature
import ArmatureModel

/// A store with random rows and a model that changes from version to version.
package struct MigrationHistory<Random: RandomNumberGenerator> {
  package var random: Random
  private let open: () throws -> any PersistentStore
  private let note: (String) -> Void
  private var sketch: SketchedModel
  private var model: ManagedObjectModel

  /// - Parameter open: Reopens the store with the same rows.
  package init(
    _ random: Random, on open: @escaping () throws -> any PersistentStore,
    note: @escaping (String) -> Void
  ) throws {
    (self.random, self.open, self.note) = (random, open, note)
    sketch = SketchedModel(&self.random)
    model = try sketch.model(after: nil)
    for entity in sketch.entities {
      note("\(entity.name) \(entity.parent.map { "below \($0) " } ?? "")\(entity.attributes)")
    }
    for line in model.lines { note(line) }
  }

  /// Saves some rows, migrates the store to other versions, and returns the problem, or `nil` on success.
  package mutating func problem(versions: Int) throws -> String? {
    try fill(PersistentContainer(model: model, store: open()))
    for _ in 0..<versions {
      if let problem = try migrate() { return problem }
    }
    return nil
  }

  private mutating func migrate() throws -> String? {
    var next = sketch
    for _ in 0...random.below(4) {
      if let change = next.change(&random) { note(change) }
    }
    guard hasKnownConversions(next), let newModel = try? next.model(after: sketch) else {
      note("which is no model")
      return nil
    }
    let before = try image(model)
    let drops = random.oneIn(3)
    let expected = MigratedImage(before, from: sketch, to: next, drops: drops)
    do {
      let container = try PersistentContainer(
        model: newModel, store: open(),
        migration: drops ? .custom(removals(to: newModel)) : .automatic)
      if let loss = expected.loss { return "it must not be migrated: \(loss)" }
      if let difference = expected.difference(from: try GraphImage(of: container.store, newModel)) {
        return "after the migration \(difference)"
      }
      note("it is migrated")
      (sketch, model) = (next, newModel)
      try fill(container)
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      note("it is refused: \(obstacles.map(\.description))")
      if obstacles.contains(where: { $0.count == 0 }) || obstacles.isEmpty {
        return "nothing stands in the way"
      }
      if expected.loss == nil { return "it is refused, and loses nothing: \(obstacles)" }
      if try image(model) != before { return "a migration that is refused changes rows" }
    }
    return nil
  }

  private func image(_ model: ManagedObjectModel) throws -> GraphImage {
    let container = try PersistentContainer(model: model, store: open(), migration: .refuse)
    return try GraphImage(of: container.store, model)
  }

  /// Returns steps that drop everything removed.
  private func removals(to model: ManagedObjectModel) -> [StoreMigration.Step] {
    MigrationPlan(from: self.model, to: model).steps.compactMap { step in
      switch step.fact {
      case .entityRemoved, .attributeRemoved, .relationshipRemoved: .drop(step.place)
      default: nil
      }
    }
  }

  /// Returns whether the conversion of each attribute's values is known.
  private func hasKnownConversions(_ next: SketchedModel) -> Bool {
    let types = Dictionary(
      uniqueKeysWithValues: sketch.entities.flatMap(\.attributes).map { ($0.number, $0.type) })
    return next.entities.flatMap(\.attributes).allSatisfy { attribute in
      guard let former = types[attribute.number], former != attribute.type else { return true }
      return MigratedValue.targets(of: former).contains(attribute.type)
    }
  }

  /// Saves some objects with values and links.
  private mutating func fill(_ container: PersistentContainer) throws {
    let context = container.makeContext()
    for entity in sketch.entities {
      for _ in 0..<random.below(4) {
        let object = try context.insert(entity.name)
        for (_, attribute) in sketch.attributes(of: entity.number).sorted(by: { $0.key < $1.key }) {
          let isAbsent = attribute.isOptional && random.oneIn(3)
          let value = SketchedModel.value(of: attribute.type, &random)
          try object.setValue(isAbsent ? .null : value, forKey: attribute.name)
        }
      }
    }
    let objects = try sketch.entities.filter { $0.parent == nil }.flatMap {
      try context.fetch(FetchRequest($0.name))
    }
    for object in objects {
      for relationship in object.entity.relationships where random.oneIn(2) {
        let ends = objects.filter {
          model.entity($0.entity.name, isKindOf: relationship.destination)
        }
        for _ in 0...random.below(3) where !ends.isEmpty {
          let end = random.pick(ends)
          if relationship.isToMany {
            try object.insert(end, into: relationship.name)
          } else {
            try object.setValue(end, forKey: relationship.name)
          }
        }
      }
    }
    try context.save()
  }
}
