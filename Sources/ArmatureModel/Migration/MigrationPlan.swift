/// The steps that convert the objects of an old model into objects of a new model.
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
/// A plan depends only on the two models, and not on a store. Therefore, a step can tell you that data may be lost, but
/// not whether your store contains such data. The same two models always have the same plan.
///
/// Core Data: `NSMappingModel`.
public struct MigrationPlan: Hashable, Sendable, Codable {
  /// The fingerprint of the old model.
  public let from: ModelFingerprint
  /// The fingerprint of the new model.
  public let to: ModelFingerprint
  /// The steps, in the order in which they are executed:
  /// 1. All renamings happen first and at the same time, so that the other steps can use the new names. For example,
  ///    two properties can swap their names.
  /// 2. Additions, changes and removals follow. Data are removed last, because other steps may need them.
  /// 3. Constraints are checked after all data have changed.
  /// 4. Changes that need no work come last.
  ///
  /// The new name of a property can be the old name of a property that is removed in step 2.
  public let steps: [Step]

  /// Creates a plan for the migration from one model to another.
  ///
  /// The plan has a step for each change in ``ManagedObjectModel/difference(from:)``. Entities and properties are
  /// matched by their names and by their earlier names.
  ///
  /// If there are other versions between the two models, each version may declare only its previous names. For example,
  /// version 2 renames the property `a` to `b`, and version 3 renames `b` to `c`. In this case, pass the versions in
  /// between as `versions`, from the oldest to the newest. The plan then follows each name from version to version. It
  /// also distinguishes a removed property from a later property of the same name.
  ///
  /// If two properties have swapped their names, an earlier name means the property that had this name first.
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
    let assessment = ChangeAssessment(comparison)
    let steps = comparison.changes.map(assessment.step)
    self.steps = MigrationPhase.allCases.flatMap { phase in
      steps.filter { $0.kind.phase == phase }
    }
  }

  /// A Boolean value that indicates whether the models do not differ.
  public var isEmpty: Bool { steps.isEmpty }

  /// The most severe effect of all steps. It is `nothing` if the plan has no steps.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public var effect: Effect { steps.map(\.effect).max() ?? .nothing }
}

extension MigrationPlan {
  /// Returns the step that makes properties of an entity unique.
  ///
  /// The plan may not contain this step. In this case, the objects of the entity were unique before, but get new
  /// siblings, which come from another entity or are created from rows.
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
  /// One line for each step, with the place of its declaration in front. If the plan has no steps, a sentence says so.
  public var description: String {
    if isEmpty { return "There is nothing to migrate." }
    return steps.map { step in
      step.site.line == 0 ? step.description : "\(step.site): \(step)"
    }.joined(separator: "\n")
  }
}
