import ArmatureModel

/// The types that objects are seen as, each of which is a reference to an object and nothing else.
protocol ObjectReference: ObjectView {
  /// Whether all objects of an entity can be seen as the type.
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool
}

extension ObjectReference where Self: ManagedObject {
  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool {
    isClass(ModelRuntime.of(model).tree.objectClass(of: entity), under: Self.self)
  }
}
