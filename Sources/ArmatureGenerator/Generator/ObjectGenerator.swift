public import Armature

/// A generator of valid objects and object graphs for a model.
///
/// ```swift
/// let generator = ObjectGenerator(library, seed: 1)
/// let book = try generator.make("Book", in: context)
/// let objects = try generator.make(["Author": 20, "Book": 100], in: context)
/// ```
/// The objects satisfy every rule of the model, including warnings: types, presence, lengths, ranges, patterns, lists
/// of values, uniqueness, counts of relationships, and conditions over several properties and objects. Rules that are
/// closures are satisfied by repeated attempts. Use ``supply(_:for:of:file:line:)`` for values that cannot be guessed,
/// and ``supply(for:of:file:line:from:)`` for the objects of a relationship. The generator also makes the objects that
/// relationships and rules require.
///
/// The same calls with the same seed make the same objects on every platform. Values include edge cases: bounds, empty
/// and long texts, combining characters, right-to-left scripts, leap days and time zones.
public final class ObjectGenerator {
  /// The model of the objects.
  public var model: ManagedObjectModel { plans.model }
  /// The seed, which determines all objects.
  public let seed: UInt64
  let plans: EntityPlans

  /// Creates a generator.
  ///
  /// - Parameters:
  ///   - model: The model of the contexts that receive the objects.
  ///   - seed: The seed. Different seeds produce different objects.
  public convenience init(_ model: ManagedObjectModel, seed: UInt64) {
    self.init(model, seed: seed, filter: nil)
  }

  /// Creates a generator of values that also satisfy a filter.
  package init(
    _ model: ManagedObjectModel, seed: UInt64,
    filter: (@Sendable (AttributeDescription, AttributeValue) -> Bool)?
  ) {
    self.seed = seed
    plans = EntityPlans(model, seed: seed, filter: filter)
  }

  /// Supplies the values of an attribute, which replace generated ones.
  ///
  /// Values that break a rule are skipped. Sub-entities use the values as well. An unknown entity or attribute is a
  /// programmer error and traps with the nearest name.
  public func supply(
    _ values: [some AttributeConvertible], for attribute: String, of entity: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let description = knownEntity(entity, file, line)
    let names = description.attributes.map(\.name)
    checkKey(attribute, of: entity, among: names, file, line)
    plans.supply(values.map(\.attributeValue), for: attribute, of: entity)
  }

  /// Supplies the objects for a relationship, which replace the ones found by the generator.
  ///
  /// ```swift
  /// generator.supply(for: "head", of: "Department") { department in department.people }
  /// ```
  /// The generator calls the closure for each object after creating its other links, and again whenever a rule requires
  /// another choice. It picks one of the returned objects at random, or as many as a to-many relationship needs. If the
  /// closure returns none, the generator chooses as usual. The closure may insert valid objects. Sub-entities use it as
  /// well. An unknown entity or relationship is a programmer error and traps with the nearest name.
  public func supply(
    for relationship: String, of entity: String, file: StaticString = #fileID, line: UInt = #line,
    from candidates: @escaping (ManagedObject) throws -> [ManagedObject]?
  ) {
    let description = knownEntity(entity, file, line)
    let names = description.relationships.map(\.name)
    checkKey(relationship, of: entity, among: names, file, line)
    plans.supply(for: relationship, of: entity, from: candidates)
  }

  private func knownEntity(
    _ name: String, _ file: StaticString, _ line: UInt
  ) -> EntityDescription {
    if let description = model[name] { return description }
    programmerError("\(unknownEntity(name))", file: file, line: line)
  }

  private func checkKey(
    _ key: String, of entity: String, among names: [String], _ file: StaticString, _ line: UInt
  ) {
    if names.contains(key) { return }
    let suggestion = nearMiss(key, in: names)
    let error = ManagedObjectError.unknownKey(entity: entity, key: key, suggestion: suggestion)
    programmerError("\(error)", file: file, line: line)
  }

  /// Makes a valid object and the objects that it requires.
  ///
  /// Links can lead to existing objects of the context.
  ///
  /// - Throws: ``GenerationError`` with the rules that could not be satisfied. `ManagedObjectError` if the entity is
  ///   unknown or abstract, or the context has another model. An error leaves the context unchanged.
  @discardableResult public func make(
    _ entity: String, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    try make(entity, count: 1, in: context)[0]
  }

  /// Makes a number of valid objects of an entity, and the objects that they require.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make(
    _ entity: String, count: Int, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    try make([entity: count], in: context)[entity] ?? []
  }

  /// Makes valid objects of several entities, links them with each other, and makes the objects that they require.
  ///
  /// An abstract entity stands for its sub-entities.
  ///
  /// - Returns: The requested objects, by entity; other objects are only in the context.
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make(
    _ counts: [String: Int], in context: ManagedObjectContext
  ) throws -> [String: [ManagedObject]] {
    for name in counts.keys.sorted() {
      if model[name] == nil { throw unknownEntity(name) }
      if model.concreteEntities(under: name).isEmpty {
        throw ManagedObjectError.abstractEntity(name: name, concrete: [])
      }
      if context.model != model { throw ManagedObjectError.foreignModel(entity: name) }
    }
    return try context.attempt {
      let builder = GraphBuilder(plans, context)
      return try builder.build(counts)
    }
  }

  /// Makes a valid object of a typed entity, and the objects that it requires.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make<Type: EntityType>(
    _ type: Type.Type, in context: ManagedObjectContext
  ) throws -> Managed<Type> {
    try make(type, count: 1, in: context)[0]
  }

  /// Makes a number of valid objects of a typed entity, and the objects that they require.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make<Type: EntityType>(
    _ type: Type.Type, count: Int, in context: ManagedObjectContext
  ) throws -> [Managed<Type>] {
    try make(Type.entityName, count: count, in: context).compactMap(Managed<Type>.init)
  }

  /// Continues like a new generator with this seed, but keeps supplied values and objects.
  package func reseed(_ seed: UInt64) { plans.reseed(seed) }

  /// Returns a value for an attribute. It satisfies the unconditional rules, or is any value of the type.
  package func value(
    for attribute: String, of entity: String, keepingRules keepsRules: Bool
  ) -> AttributeValue {
    guard let plan = plans.plan(of: entity).attribute(named: attribute) else { return .null }
    return (keepsRules ? plan.usual : plan.free).sample(&plans.random, tries: 8)
  }

  private func unknownEntity(_ name: String) -> ManagedObjectError {
    .unknownEntity(name: name, suggestion: nearMiss(name, in: model.entities.map(\.name)))
  }
}
