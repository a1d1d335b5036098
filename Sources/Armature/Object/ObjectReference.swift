import ArmatureModel

/// A view of an object that consists only of a reference to the object.
protocol ObjectReference: ObjectView {
  /// Returns whether all objects of an entity can be viewed as the type.
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool
}

extension ObjectReference where Self: ManagedObject {
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool {
    isClass(ModelRuntime.of(model).tree.objectClass(of: entity), under: Self.self)
  }
}
