public import Armature

/// Makes valid objects, whole graphs of them included, from nothing but a model.
///
/// ```swift
/// let generator = ObjectGenerator(library, seed: 1)
/// let book = try generator.make("Book", in: context)
/// let objects = try generator.make(["Author": 20, "Book": 100], in: context)
/// ```
/// The objects keep every rule of the model, warnings included: types, presence, lengths, ranges,
/// patterns, lists of values, uniqueness, counts of relationships, conditions over several
/// properties and objects. Closures are met by trying again; ``supply(_:for:of:file:line:)`` gives
/// the values that nobody can guess, ``supply(for:of:file:line:from:)`` the objects that links lead
/// to. Further objects are made where a relationship or a rule requires them.
///
/// The same calls with the same seed make the same objects on every platform. Values are varied on
/// purpose: bounds, the empty text, long ones, combining characters, scripts from right to left,
/// leap days, time zones.
public final class ObjectGenerator {
  /// The model of the objects.
  public var model: ManagedObjectModel { plans.model }
  /// The number that everything follows from.
  public let seed: UInt64
  let plans: EntityPlans

  /// Makes a generator.
  ///
  /// - Parameters:
  ///   - model: The model of the contexts in which objects are made.
  ///   - seed: Another number makes other objects.
  public convenience init(_ model: ManagedObjectModel, seed: UInt64) {
    self.init(model, seed: seed, filter: nil)
  }

  /// Makes a generator of values that satisfy something beside the rules.
  package init(
    _ model: ManagedObjectModel, seed: UInt64,
    filter: (@Sendable (AttributeDescription, AttributeValue) -> Bool)?
  ) {
    self.seed = seed
    plans = EntityPlans(model, seed: seed, filter: filter)
  }

  /// Gives the values that an attribute is to have, in place of those that the generator makes up.
  ///
  /// Values that break a rule are passed over. Entities that inherit from the one that is named get
  /// the values, too. An entity or attribute that the model lacks is a programmer error and traps
  /// with the near miss.
  public func supply(
    _ values: [some AttributeConvertible], for attribute: String, of entity: String,
    file: StaticString = #fileID, line: UInt = #line
  ) {
    let description = knownEntity(entity, file, line)
    let names = description.attributes.map(\.name)
    checkKey(attribute, of: entity, among: names, file, line)
    plans.supply(values.map(\.attributeValue), for: attribute, of: entity)
  }

  /// Gives the objects that a relationship may lead to, in place of those that the generator finds.
  ///
  /// ```swift
  /// generator.supply(for: "head", of: "Department") { department in department.people }
  /// ```
  /// The closure is called for each object when all its other links are there, and again where a
  /// rule makes the generator choose anew. One of its objects is taken at random, or as many as a
  /// to-many relationship needs; where it yields none the generator chooses as ever. It may insert
  /// objects, which have to be valid. Entities that inherit from the one that is named get the links,
  /// too. An entity or relationship that the model lacks is a programmer error and traps with the near miss.
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

  /// Makes one valid object, with those that it requires.
  ///
  /// It is linked with objects that are in the context already, if there are any that fit.
  ///
  /// - Throws: ``GenerationError`` naming the rules that could not be kept, `ManagedObjectError`
  ///   for an unknown or abstract entity and for a context of another model. The context is then as
  ///   it was.
  @discardableResult public func make(
    _ entity: String, in context: ManagedObjectContext
  ) throws -> ManagedObject {
    try make(entity, count: 1, in: context)[0]
  }

  /// Makes so many valid objects of an entity, with those that they require.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make(
    _ entity: String, count: Int, in context: ManagedObjectContext
  ) throws -> [ManagedObject] {
    try make([entity: count], in: context)[entity] ?? []
  }

  /// Makes valid objects of several entities, linked with each other, and those that they require.
  ///
  /// An abstract entity stands for those that inherit from it.
  ///
  /// - Returns: The objects that were asked for, by entity; others are in the context only.
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

  /// Makes one valid object of a typed entity, with those that it requires.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make<Type: EntityType>(
    _ type: Type.Type, in context: ManagedObjectContext
  ) throws -> Managed<Type> {
    try make(type, count: 1, in: context)[0]
  }

  /// Makes so many valid objects of a typed entity, with those that they require.
  ///
  /// - Throws: As ``make(_:in:)-(String,_)``.
  @discardableResult public func make<Type: EntityType>(
    _ type: Type.Type, count: Int, in context: ManagedObjectContext
  ) throws -> [Managed<Type>] {
    try make(Type.entityName, count: count, in: context).compactMap(Managed<Type>.init)
  }

  /// Goes on as a new generator with this seed would, but for what was supplied.
  package func reseed(_ seed: UInt64) { plans.reseed(seed) }

  /// A value for an attribute, one that keeps the rules which always apply or any of its type.
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
