public import Armature

/// A generator of valid objects for a model.
///
/// Use it in tests that need many objects with different values. You do not have to set the values yourself, and they
/// satisfy all rules of the model.
///
/// ```swift
/// let generator = ObjectGenerator(library, seed: 1)
/// let book = try generator.make("Book", in: context)
/// let objects = try generator.make(["Author": 20, "Book": 100], in: context)
/// ```
/// The objects satisfy every rule of the model, including rules with the severity warning. If relationships or rules
/// require other objects, the generator creates these as well. For a rule that is a closure, it tries values until the
/// closure accepts them.
///
/// If a value cannot be found by trying, such as a valid bank account number, pass values with
/// ``supply(_:for:of:file:line:)``. To choose the objects of a relationship, use ``supply(for:of:file:line:from:)``.
///
/// The same calls with the same seed create the same objects on every platform. The values include edge cases, such as
/// the bounds of ranges, empty and long texts, combining characters, right-to-left scripts, leap days and time zones.
public final class ObjectGenerator {
  /// The model of the objects.
  public var model: ManagedObjectModel { plans.model }
  /// The seed. The same seed produces the same objects.
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

  /// Supplies values for an attribute. The generator chooses from these values instead of generating its own.
  ///
  /// Values that break a rule are skipped. The generator uses the values for sub-entities as well. An unknown entity or
  /// attribute is a programmer error and traps. The message suggests a similar name.
  public func supply(
    _ values: [some AttributeConvertible], for attribute: String, of entity: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let description = knownEntity(entity, file, line)
    let names = description.attributes.map(\.name)
    checkKey(attribute, of: entity, among: names, file, line)
    plans.supply(values.map(\.attributeValue), for: attribute, of: entity)
  }

  /// Supplies objects for a relationship. The generator chooses from these objects instead of finding its own.
  ///
  /// ```swift
  /// generator.supply(for: "head", of: "Department") { department in department.people }
  /// ```
  /// The generator calls the closure for each object after it has created the object's other links. It calls the
  /// closure again if a rule requires another choice. The generator picks one of the returned objects at random, or
  /// several objects for a to-many relationship. If the closure returns an empty list, the generator finds objects
  /// itself.
  ///
  /// The closure may insert valid objects. The generator calls it for objects of sub-entities as well. An unknown
  /// entity or relationship is a programmer error and traps. The message suggests a similar name.
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

  /// Creates a valid object and the objects that it requires.
  ///
  /// The new objects may be linked to existing objects of the context.
  ///
  /// - Throws: One of these errors. In this case, the context is unchanged.
  ///   - ``GenerationError`` with the rules that could not be satisfied.
  ///   - `ManagedObjectError` if the entity is unknown or abstract, or if the context has another model.
  @discardableResult public func make(
    _ entity: String, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    try make(entity, count: 1, in: context)[0]
  }

  /// Creates a number of valid objects of an entity, and the objects that they require.
  ///
  /// - Throws: The errors of ``make(_:in:)-(String,_)``.
  @discardableResult public func make(
    _ entity: String, count: Int, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    try make([entity: count], in: context)[entity] ?? []
  }

  /// Creates valid objects of several entities, and links them with each other.
  ///
  /// The method also creates the objects that the requested objects require.
  ///
  /// If you pass an abstract entity, its sub-entities are used.
  ///
  /// - Returns: The requested objects, keyed by the name of the entity. Any other created objects are only in the
  ///   context.
  /// - Throws: The errors of ``make(_:in:)-(String,_)``.
  @discardableResult public func make(
    _ counts: [String: Int], in context: ManagedObjectContext
  ) throws -> [String: [ManagedObject]] {
    for name in counts.keys.sorted() {
      if model[name] == nil { throw unknownEntity(name) }
      if model.concreteEntities(of: name).isEmpty {
        throw ManagedObjectError.abstractEntity(name: name, concrete: [])
      }
      if context.model != model { throw ManagedObjectError.foreignModel(entity: name) }
    }
    return try context.attempt {
      let builder = GraphBuilder(plans, context)
      return try builder.build(counts)
    }
  }

  /// Creates a valid object of a typed entity, and the objects that it requires.
  ///
  /// - Throws: The errors of ``make(_:in:)-(String,_)``.
  @discardableResult public func make<Type: EntityType>(
    _ type: Type.Type, in context: ManagedObjectContext
  ) throws -> Managed<Type> {
    try make(type, count: 1, in: context)[0]
  }

  /// Creates a number of valid objects of a typed entity, and the objects that they require.
  ///
  /// - Throws: The errors of ``make(_:in:)-(String,_)``.
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
