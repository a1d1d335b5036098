import Armature
import ArmatureGenerator

/// A random sequence of steps that create and change objects.
///
/// It is created without a context, so that any part of it can be played.
struct RandomHistory {
  private(set) var steps: [HistoryStep] = []
  private let generator: ObjectGenerator
  private let choices: HistoryEntities
  /// The entities of the objects created so far.
  private var entities: [EntityDescription] = []
  private var random: SplitMix64

  init(_ choices: HistoryEntities, _ generator: ObjectGenerator, seed: UInt64, count: Int) {
    self.choices = choices
    self.generator = generator
    random = SplitMix64(seed: seed)
    generator.reseed(random.next())
    for _ in 0..<count { steps.append(step()) }
  }

  private mutating func step() -> HistoryStep {
    let choice = random.below(22)
    if entities.count < 2 || choice < 5 { return creation() }
    let number = random.below(entities.count)
    switch choice {
    case 5...13: return change(number) ?? creation()
    case 14, 15: return .delete(number)
    case 16, 17: return .save
    case 18: return .rollBack
    case 19: return .undoAndRedo
    case 20: return .reread
    default: return .copy
    }
  }

  private mutating func creation() -> HistoryStep {
    guard let entity = random.element(of: choices.all) else { return .save }
    entities.append(entity)
    let number = entities.count - 1
    return random.oneIn(4) || !choices.generated.contains(entity.name)
      ? .insert(number, entity: entity.name)
      : .make(number, entity: entity.name, seed: random.next() >> 32)
  }

  /// Returns a change of a property of an object, or `nil` if no property can be set.
  private mutating func change(_ number: Int) -> HistoryStep? {
    let entity = entities[number]
    let properties = entity.properties.filter { property in
      property.asAttribute.map { $0.derivation == nil } ?? (property.asRelationship != nil)
    }
    guard let property = random.element(of: properties) else { return nil }
    if let relationship = property.asRelationship { return change(number, relationship) }
    let value = generator.value(for: property.name, of: entity.name, keepingRules: !random.oneIn(8))
    return .set(number, key: property.name, random.oneIn(8) ? .null : value)
  }

  private mutating func change(
    _ number: Int, _ relationship: RelationshipDescription
  ) -> HistoryStep? {
    let key = relationship.name
    let fitting = entities.indices.filter {
      generator.model.entity(entities[$0].name, isKindOf: relationship.destination)
    }
    guard let other = random.element(of: fitting) else { return nil }
    if !relationship.isToMany { return .link(number, key: key, random.oneIn(5) ? nil : other) }
    return random.oneIn(3)
      ? .remove(number, key: key, other) : .add(number, key: key, other)
  }
}

/// A search for the shortest part of a history that violates the same law.
struct HistoryReduction {
  private let generator: ObjectGenerator
  private let layouts: [String: GraphState.Layout]
  private var violation: LawViolation

  /// The maximum number of parts that are played.
  private static let limit = 2_000

  init(
    _ generator: ObjectGenerator, _ layouts: [String: GraphState.Layout], _ violation: LawViolation
  ) {
    self.generator = generator
    self.layouts = layouts
    self.violation = violation
  }

  /// Removes steps, half of them at first and single ones at the end, as long as the law is still violated.
  mutating func reduce() -> LawViolation {
    var tries = 0
    var size = max(1, violation.steps.count / 2)
    while true {
      var hasShrunk = false
      var start = violation.steps.count - size
      while start >= 0, tries < Self.limit {
        tries += 1
        var steps = violation.steps
        steps.removeSubrange(start..<min(start + size, steps.count))
        if let found = HistoryPlayer(generator, layouts).play(steps), found.law == violation.law {
          violation = found
          hasShrunk = true
        }
        start = min(start, violation.steps.count) - size
      }
      if tries == Self.limit || (size == 1 && !hasShrunk) { return violation }
      size = max(1, size / 2)
    }
  }
}
