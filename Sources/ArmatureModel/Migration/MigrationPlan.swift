/// The steps that turn the objects of an old model into objects of a new one.
///
/// ```swift
/// let released = try ManagedObjectModel("Shelf") {
///   Entity("Book") { Attribute("title", String.self) }
/// }
/// let model = try ManagedObjectModel("Shelf") {
///   Entity("Book") {
///     Attribute("name", String.self).renamed(from: "title")
///     Attribute("shelf", String.self)
///   }
/// }
/// let plan = MigrationPlan(from: released, to: model)
/// print(plan.steps.map(\.kind.rawValue))  // ["renameProperty", "addAttribute"]
/// print(plan.effect)  // needsValue
/// ```
/// A plan is based only on two models, and not on a store. A step states the possible loss, and not whether an object
/// is affected. Equal models have equal plans. Core Data: `NSMappingModel`.
public struct MigrationPlan: Hashable, Sendable, Codable {
  /// The fingerprint of the old model.
  public let from: ModelFingerprint
  /// The fingerprint of the new model.
  public let to: ModelFingerprint
  /// The steps, in the order of their execution.
  ///
  /// Renamings come first, so that all other steps use the new names. Additions, changes and removals follow in this
  /// order, so that data is not dropped before it can be used. Checks of constraints come next, and changes without
  /// any work last. All renamings happen at once: two properties can swap their names, and a new name can be the old
  /// name of a property that is removed later.
  public let steps: [Step]

  /// Creates a plan from one model to another.
  ///
  /// The plan has a step for each change of ``ManagedObjectModel/difference(from:)``. As in a difference, entities
  /// and properties correspond by their names and earlier names.
  ///
  /// Pass the `versions` between the two models, from the oldest to the newest, if each version names only its
  /// predecessor: a property `a` may have become `b`, and then be declared with `renamed(from: "b")`. The plan then
  /// follows each version to the next, and a dropped property does not reappear because of its name. If an earlier
  /// name is ambiguous because two properties swapped their names, it means the property that had the name first.
  ///
  /// - Complexity: O(*n*) in the number of properties. Inherited properties count for each entity.
  public init(
    from old: ManagedObjectModel, through versions: [ManagedObjectModel] = [],
    to new: ManagedObjectModel
  ) {
    var comparison = ModelComparison(from: old, through: versions, to: new)
    comparison.compare()
    self.init(comparison)
  }

  /// Creates a plan from two compared models.
  init(_ comparison: ModelComparison) {
    (from, to) = (comparison.old.fingerprint, comparison.new.fingerprint)
    let assessment = MigrationAssessment(comparison)
    let steps = comparison.changes.map(assessment.step)
    self.steps = MigrationPhase.allCases.flatMap { phase in
      steps.filter { $0.kind.phase == phase }
    }
  }

  /// A Boolean value that indicates whether the models have no differences.
  public var isEmpty: Bool { steps.isEmpty }

  /// The most severe effect of all steps, or `nothing` without steps.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public var effect: Effect { steps.map(\.effect).max() ?? .nothing }
}

extension MigrationPlan {
  /// Returns the step that makes properties of an entity unique.
  ///
  /// The step may be missing from the plan: objects that were unique can get new siblings, which come from another
  /// entity or are created from rows.
  package func step(ofUniqueness properties: [String], in entity: EntityDescription) -> Step {
    let fact = ModelDifference.Fact.uniquenessAdded(properties)
    return steps.first { $0.entity == entity.name && $0.fact == fact }
      ?? Step(
        entity: entity.name, property: nil, fact: fact, effect: .needsValue,
        reason: "Objects come from another entity, or are made of others, and must be checked.",
        site: entity.uniquenessConstraints.first { $0.properties == properties }?.site
          ?? entity.site)
  }
}

extension MigrationPlan: CustomStringConvertible {
  /// A line for each step, after the place of its declaration. If the plan has no steps, a sentence.
  public var description: String {
    if isEmpty { return "There is nothing to migrate." }
    return steps.map { step in
      step.site.line == 0 ? step.description : "\(step.site): \(step)"
    }.joined(separator: "\n")
  }
}
