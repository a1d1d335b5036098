import ArmatureModel

/// A subject of Foundation predicates: objects of a class, or typed views.
protocol PredicateSubject: ObjectReference {
  /// Returns the runtime of an entity of the type.
  ///
  /// - Throws: ``ManagedObjectError`` if the model has no such entity.
  static func runtime(
    in context: ManagedObjectContext
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime>
  /// The key path of the ID.
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
  /// Returns the runtime of an entity. For an abstract entity, returns the runtime of its first concrete sub-entity.
  func entityRuntime(
    ofKind name: String
  ) throws(ManagedObjectError) -> Unmanaged<EntityRuntime> {
    try entityRuntime(named: model.concreteEntities(of: name).first ?? name)
  }
}
