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

extension MigrationPlan {
  /// The effect that a step has on objects.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// print(MigrationPlan(from: released, to: model).effect > .lossless)  // true
  /// ```
  public enum Effect: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// No effect. A store of the old model is also a valid store of the new model.
    case nothing
    /// All objects keep their values and links. New values and links follow from the two models.
    case lossless
    /// Objects may need a value or a decision that the models do not contain.
    case needsValue
    /// Values, links or objects are removed, or may become invalid.
    case mayLose
    /// The new values cannot be computed from the old ones.
    case impossible

    /// Returns true if the first effect is less severe than the second.
    public static func < (left: Effect, right: Effect) -> Bool { left.rank < right.rank }

    private var rank: Int {
      switch self {
      case .nothing: 0
      case .lossless: 1
      case .needsValue: 2
      case .mayLose: 3
      case .impossible: 4
      }
    }

    /// The effect in words: `needs a value`.
    var words: String {
      switch self {
      case .nothing: "nothing to do"
      case .lossless: "no loss"
      case .needsValue: "needs a value"
      case .mayLose: "may lose"
      case .impossible: "impossible"
      }
    }

    /// Creates the effect of a change.
    init(_ compatibility: ModelDifference.Compatibility) {
      self =
        switch compatibility {
        case .none: .nothing
        case .lightweight: .lossless
        case .needsMapping: .needsValue
        case .mayLose: .mayLose
        case .breaking: .impossible
        }
    }
  }
}

extension MigrationPlan {
  /// A step of a migration, with the change, the affected entity or property, and the effect on the data.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// for step in MigrationPlan(from: released, to: model).steps {
  ///   print(step)  // Book.pages: removed (may lose). Its values are dropped.
  /// }
  /// ```
  public struct Step: Hashable, Sendable {
    /// The name of the entity in the new model. If the entity was removed, this is its name in the old model.
    public let entity: String
    /// The name of the property in the new model. If the property was removed, this is its name in the old model.
    ///
    /// The name of an element of a composite has a dot in it. The value is `nil` if the step concerns the entity
    /// itself.
    public let property: String?
    /// The difference between the models that the step handles.
    public let fact: ModelDifference.Fact
    /// The effect that the step has on objects.
    public let effect: Effect
    /// A sentence that states the reason for the effect.
    public let reason: String
    /// The place of the declaration that caused the step.
    ///
    /// If a property was removed, this is the place of its entity. If an entity was removed, this is the place of the
    /// entity in the old model.
    public let site: DeclarationSite

    /// The property or entity that the step concerns: `Book.pages`, or `Book` for the entity itself.
    ///
    /// If a migration needs a decision that the models do not contain, use this text to pass the decision to the store.
    public var place: String { property.map { "\(entity).\($0)" } ?? entity }
    /// The kind of the step.
    public var kind: Kind { fact.migrationKind }
  }
}

extension MigrationPlan.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, entity, property, effect, reason, site, fact
  }

  /// Decodes a step. Its kind is derived from the fact.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    effect = try container.decode(MigrationPlan.Effect.self, forKey: .effect)
    reason = try container.decode(String.self, forKey: .reason)
    site = try container.decode(.site, or: .unknown)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
  }

  /// Encodes a step, including its kind, for readers not written in Swift.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(kind, forKey: .kind)
    try container.encode(entity, forKey: .entity)
    try container.encodeIfPresent(property, forKey: .property)
    try container.encode(effect, forKey: .effect)
    try container.encode(reason, forKey: .reason)
    if site.line > 0 { try container.encode(site, forKey: .site) }
    try container.encode(fact, forKey: .fact)
  }
}

extension MigrationPlan.Step: CustomStringConvertible {
  /// The step as a text: `Book.pages: the type changed from Int16 to Int32 (no loss). Every old value fits.`
  public var description: String {
    "\(ModelDifference.place(entity, property)): \(fact) (\(effect.words)). \(reason)"
  }
}

/// The phases of a migration, in order.
enum MigrationPhase: CaseIterable {
  case entityNames, propertyNames
  case newEntities, hierarchies, newProperties
  case changes
  case removedProperties, removedEntities
  case checks
  case declarations
}
