public import ArmatureModel

/// A type that represents objects: ``ManagedObject``, its subclasses, and the typed views ``Managed``.
///
/// Use this protocol as the constraint of a function that accepts both objects and views. Do not conform your own types
/// to it.
///
/// ```swift
/// func ids<View: ObjectView>(_ objects: [View]) -> [ManagedObjectID] { objects.map(\.id) }
/// print(ids([book]) == [book.objectID], ids([work]) == [work.objectID])  // true true
/// ```
public protocol ObjectView: Hashable, Identifiable where ID == ManagedObjectID {
  /// The represented object.
  var _object: ManagedObject { get }
  /// Returns an object as the type; `nil` if it has another entity or class.
  static func _view(of object: ManagedObject) -> Self?
}

// No property called `id` is hidden by the ID of objects and views, because its extensions are constrained: see
// `value(forKey:)`.

extension Identifiable where Self: ObjectView {
  /// The ID of the object, which is the same before and after its first save.
  ///
  /// The ID also stays the same if the object is evicted from memory and loaded again. Objects that were never in a
  /// context have no ID of their own: they all share the same one.
  public var id: ManagedObjectID { _object.objectID }
}

extension Identifiable where Self: ManagedObject {
  /// The ID of the object, which never changes.
  ///
  /// An object has the same ID before and after its first save, and also after it was evicted from memory and loaded
  /// again. Objects that were never in a context have no ID of their own: they all share the same one.
  ///
  /// If your entity has an attribute called `id`, state its type to read the attribute: `let id: UUID? = book.id`.
  public var id: ManagedObjectID { objectID }
}

extension ManagedObject: ObjectView, ObjectReference {}

extension ObjectView where Self: ManagedObject {
  /// The object itself.
  public var _object: ManagedObject { self }

  /// Returns the object, or `nil` if it does not have the class.
  public static func _view(of object: ManagedObject) -> Self? { object as? Self }
}

extension Managed: ObjectView, ObjectReference {
  /// The object of the view.
  public var _object: ManagedObject { managedObject }

  /// Returns a view of the object, or `nil` if it does not belong to the entity.
  public static func _view(of object: ManagedObject) -> Managed? { Managed(object) }

  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool {
    model.entity(entity, isKindOf: Type.entityName)
  }
}
