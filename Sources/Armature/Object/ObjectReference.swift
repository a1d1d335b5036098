import ArmatureModel

/// A type of views of objects that consists of a reference to an object only.
protocol ObjectReference: ObjectView {
  /// Returns whether all objects of an entity can be viewed as the type.
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool
}

extension ObjectReference where Self: ManagedObject {
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool {
    isClass(ModelRuntime.of(model).tree.objectClass(of: entity), under: Self.self)
  }
}
