import ArmatureModel

/// What a predicate of Foundation may be about: objects of a class, and typed views.
protocol PredicateSubject: ObjectReference {
  /// The runtime of an entity that objects of the type may be of.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has none.
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime>
  /// The key path of the identity.
  static var identity: AnyKeyPath { get }
}

extension PredicateSubject where Self: ManagedObject {
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    let position = try context.runtime.entityPosition(of: Self.self)
    return try context.entityRuntime(ofKind: context.runtime.entities[position].name)
  }

  static var identity: AnyKeyPath { \Self.objectID }
}

extension ManagedObject: PredicateSubject {}

extension Managed: PredicateSubject {
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    try context.entityRuntime(ofKind: Type.entityName)
  }

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
