import ArmatureModel

extension ModelRuntime {
  /// Returns the position of the entity that has a class; the entity may be abstract.
  func entityPosition(of type: ManagedObject.Type) throws(ManagedObjectError) -> Int {
    guard case .one(let position)? = use(of: type) else { throw wrongClass(type) }
    return position
  }

  /// Returns the error for a class that no entity or several entities have.
  func wrongClass(_ type: ManagedObject.Type) -> ManagedObjectError {
    if case .several(let names)? = use(of: type) {
      return .ambiguousClass(name: "\(type)", entities: names)
    }
    return unknownClass(type)
  }

  /// Returns the error for a class that no entity has.
  func unknownClass(_ type: ManagedObject.Type) -> ManagedObjectError {
    let name = "\(type)"
    let unbound = entities.first { entity in
      entity.objectClass.map { $0.maker == nil && $0.name == name } ?? false
    }
    return .unknownClass(name: name, entity: unbound?.name)
  }
}
