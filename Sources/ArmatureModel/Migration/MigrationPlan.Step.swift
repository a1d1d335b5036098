extension MigrationPlan {
  /// One step: what is done to the objects of an entity, and why.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// for step in MigrationPlan(from: released, to: model).steps {
  ///   print(step)  // Book.pages: removed (may lose). Its values are dropped.
  /// }
  /// ```
  public struct Step: Hashable, Sendable {
    /// The name of the entity in the new model; in the old one, if it is gone.
    public let entity: String
    /// The name of the property in the new model, or in the old one, if it is gone.
    ///
    /// An element of a composite has a dotted name. `nil` where the step is about the entity itself.
    public let property: String?
    /// What changed.
    public let fact: ModelDifference.Fact
    /// What the step does to objects.
    public let effect: Effect
    /// Why, in a sentence.
    public let reason: String
    /// Where the declaration stands that caused the step; of what is gone, that of its entity, or its own in
    /// the old model.
    public let site: DeclarationSite

    /// What the step is about: `Book.pages`, or `Book` for the entity itself.
    ///
    /// A store that is told more than the models say is told it for such a place.
    public var place: String { property.map { "\(entity).\($0)" } ?? entity }
    /// What is done.
    public var kind: Kind { fact.migrationKind }
  }
}

extension MigrationPlan.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, entity, property, effect, reason, site, fact
  }

  /// Decodes a step; its kind follows from what changed.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    effect = try container.decode(MigrationPlan.Effect.self, forKey: .effect)
    reason = try container.decode(String.self, forKey: .reason)
    site = try container.decode(.site, or: .unknown)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
  }

  /// Encodes a step and, for readers that are no Swift programs, its kind.
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
  /// `Book.pages: the type changed from Int16 to Int32 (no loss). Every old value fits.`
  public var description: String {
    "\(ModelDifference.place(entity, property)): \(fact) (\(effect.words)). \(reason)"
  }
}
