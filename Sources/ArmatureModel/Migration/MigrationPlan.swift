/// What must be done to objects of an old model so that they are objects of a new one.
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
/// It is made of two models alone, and knows no store: a step says what may be lost, and not whether there is
/// an object that loses it. Equal models make equal plans. Core Data: `NSMappingModel`.
public struct MigrationPlan: Hashable, Sendable, Codable {
  /// The fingerprint of the model that the objects are kept by.
  public let from: ModelFingerprint
  /// The fingerprint of the model that they shall be kept by.
  public let to: ModelFingerprint
  /// The steps, in the order in which they are taken.
  ///
  /// Names come first, so that all other steps have the new ones; then what is new, what changes, and what
  /// goes, so that nothing is dropped before it could be used; then what old objects may not satisfy, and
  /// last what needs nothing to be done. Renamings happen at once: two things may swap their names, and a new
  /// name may be the old one of something that goes later.
  public let steps: [Step]

  /// Plans the way from a model to another one.
  ///
  /// It has a step for each change of ``ManagedObjectModel/difference(from:)``. Things are the same in both
  /// models by their names and earlier names, as there. Where each version names the one before it, as in
  /// `renamed(from: "b")` of what was `a` at first, the versions between tell what became of what: then
  /// the plan leads from each to the next, and what was dropped on the way does not come back by its name. An
  /// earlier name that can mean two things, since they have swapped theirs, means the one that had it first.
  ///
  /// `versions` are those between the two, from the oldest to the newest; none unless they are given.
  ///
  /// - Complexity: O(*n*) in the number of properties, inherited ones counted with each entity.
  public init(
    from old: ManagedObjectModel, through versions: [ManagedObjectModel] = [],
    to new: ManagedObjectModel
  ) {
    var comparison = ModelComparison(from: old, through: versions, to: new)
    comparison.compare()
    self.init(comparison)
  }

  /// Plans the way between two models that have been compared.
  init(_ comparison: ModelComparison) {
    (from, to) = (comparison.old.fingerprint, comparison.new.fingerprint)
    let assessment = MigrationAssessment(comparison)
    let steps = comparison.changes.map(assessment.step)
    self.steps = MigrationPhase.allCases.flatMap { phase in
      steps.filter { $0.kind.phase == phase }
    }
  }

  /// Whether the models do not differ.
  public var isEmpty: Bool { steps.isEmpty }

  /// The effect of the step that means most; `nothing` where there is none.
  ///
  /// - Complexity: O(*n*) in the number of steps.
  public var effect: Effect { steps.map(\.effect).max() ?? .nothing }
}

extension MigrationPlan {
  /// The step by which properties of an entity become unique.
  ///
  /// It need not be one of the plan: objects that were unique among each other may get others beside them, which come
  /// from another entity or are made of rows.
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
  /// A line for each step, behind the place of its declaration; a sentence where there is none.
  public var description: String {
    if isEmpty { return "There is nothing to migrate." }
    return steps.map { step in
      step.site.line == 0 ? step.description : "\(step.site): \(step)"
    }.joined(separator: "\n")
  }
}
