extension MigrationPlan {
  /// A step of a migration: a change to the objects of an entity, with its reason.
  ///
  /// ```swift
  /// let released = try ManagedObjectModel("Shelf") { Entity("Book") { Attribute("pages", Int.self) } }
  /// let model = try ManagedObjectModel("Shelf") { Entity("Book") {} }
  /// for step in MigrationPlan(from: released, to: model).steps {
  ///   print(step)  // Book.pages: removed (may lose). Its values are dropped.
  /// }
  /// ```
  public struct Step: Hashable, Sendable {
    /// The name of the entity in the new model, or in the old model if the entity was removed.
    public let entity: String
    /// The name of the property in the new model, or in the old model if the property was removed.
    ///
    /// An element of a composite has a dotted name. The value is `nil` if the step is about the entity itself.
    public let property: String?
    /// The difference between the models that the step handles.
    public let fact: ModelDifference.Fact
    /// The effect of the step on objects.
    public let effect: Effect
    /// The reason for the effect, as a sentence.
    public let reason: String
    /// The place of the declaration that caused the step.
    ///
    /// For a removed property, it is the place of its entity; for a removed entity, its own place in the old model.
    public let site: DeclarationSite

    /// The place of the step: `Book.pages`, or `Book` for the entity itself.
    ///
    /// Stores use these places to receive decisions that the models do not contain.
    public var place: String { property.map { "\(entity).\($0)" } ?? entity }
    /// The kind of the step.
    public var kind: Kind { fact.migrationKind }
  }
}

extension MigrationPlan.Step: Codable {
  private enum CodingKeys: String, CodingKey {
    case kind, entity, property, effect, reason, site, fact
  }

  /// Decodes a step. Its kind follows from the change.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    entity = try container.decode(String.self, forKey: .entity)
    property = try container.decodeIfPresent(String.self, forKey: .property)
    effect = try container.decode(MigrationPlan.Effect.self, forKey: .effect)
    reason = try container.decode(String.self, forKey: .reason)
    site = try container.decode(.site, or: .unknown)
    fact = try container.decode(ModelDifference.Fact.self, forKey: .fact)
  }

  /// Encodes a step. The kind is included for readers other than Swift programs.
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
