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
