import ArmatureModel

extension ModelRuntime {
  /// The entity whose objects have a class; it may be abstract.
  func entityPosition(of type: ManagedObject.Type) throws(ManagedObjectError) -> Int {
    guard case .one(let position)? = use(of: type) else { throw wrongClass(type) }
    return position
  }

  /// Why there is not one entity whose objects are of a class.
  func wrongClass(_ type: ManagedObject.Type) -> ManagedObjectError {
    if case .several(let names)? = use(of: type) {
      return .ambiguousClass(name: "\(type)", entities: names)
    }
    return unknownClass(type)
  }

  /// Why no entity has a class.
  func unknownClass(_ type: ManagedObject.Type) -> ManagedObjectError {
    let name = "\(type)"
    let unbound = entities.first { entity in
      entity.objectClass.map { $0.maker == nil && $0.name == name } ?? false
    }
    return .unknownClass(name: name, entity: unbound?.name)
  }
}
