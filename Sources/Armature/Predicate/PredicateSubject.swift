import ArmatureModel

/// What a predicate of Foundation may be about: objects of a class, and typed views.
protocol PredicateSubject {
  /// The runtime of an entity that objects of the type may be of.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has none.
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime>
  /// An object as the type; `nil` if it is none.
  static func subject(_ object: ManagedObject) -> Self?
  /// The key path of the identity.
  static var identity: AnyKeyPath { get }
}

extension PredicateSubject where Self: ManagedObject {
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    let position = try context.entityPosition(of: Self.self)
    return try context.entityRuntime(ofKind: context.runtime.entities[position].name)
  }

  static func subject(_ object: ManagedObject) -> Self? { object as? Self }

  static var identity: AnyKeyPath { \Self.objectID }
}

extension ManagedObject: PredicateSubject {}

extension Managed: PredicateSubject {
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    try context.entityRuntime(ofKind: Type.entityName)
  }

  static func subject(_ object: ManagedObject) -> Managed? { Managed(object) }

  static var identity: AnyKeyPath { \Managed.objectID }
}

extension ManagedObjectContext {
  /// The runtime of an entity, or of the first under an abstract one that may have objects.
  func entityRuntime(
    ofKind name: String
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    try entityRuntime(named: model.concreteEntities(of: name).first ?? name)
  }
}
