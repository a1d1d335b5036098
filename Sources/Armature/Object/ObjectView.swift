public import ArmatureModel

/// What objects are seen as: themselves, or typed views.
///
/// ```swift
/// func ids<View: ObjectView>(_ objects: [View]) -> [ManagedObjectID] { objects.map(\.id) }
/// print(ids([book]) == [book.objectID], ids([work]) == [work.objectID])  // true true
/// ```
/// ``ManagedObject`` and all classes conform, and ``Managed``; it is not meant for other types.
public protocol ObjectView: Hashable, Identifiable where ID == ManagedObjectID {
  /// The object that is seen.
  var _object: ManagedObject { get }
  /// An object as the type; `nil` if it is of another entity or class.
  static func _view(of object: ManagedObject) -> Self?
}

// The member of an object and of a view that has an ID is hidden by no property called `id`, since its
// extensions are constrained: see `value(forKey:)`.

extension Identifiable where Self: ObjectView {
  /// The identity of the object, which is the same before and after its first save.
  ///
  /// It outlives the object in memory, so that what was let go of and is read again has the same one;
  /// an address has neither. Objects that were never in a context have all the same.
  public var id: ManagedObjectID { _object.objectID }
}

extension Identifiable where Self: ManagedObject {
  /// The identity of the object, which is the same before and after its first save.
  ///
  /// It outlives the object in memory, so that what was let go of and is read again has the same one;
  /// an address has neither. Objects that were never in a context have all the same. An attribute called
  /// `id` is read where a type is asked for that it can have: `let id: UUID? = book.id`.
  public var id: ManagedObjectID { objectID }
}

extension ManagedObject: ObjectView, ObjectReference {}

extension ObjectView where Self: ManagedObject {
  /// The object itself.
  public var _object: ManagedObject { self }

  /// The object, if it is of the class.
  public static func _view(of object: ManagedObject) -> Self? { object as? Self }
}

extension Managed: ObjectView, ObjectReference {
  /// The object that is viewed.
  public var _object: ManagedObject { managedObject }

  /// A view of the object, if it is of the entity.
  public static func _view(of object: ManagedObject) -> Managed? { Managed(object) }

  static func sees(_ entity: String, of model: ManagedObjectModel) -> Bool {
    model.entity(entity, isKindOf: Type.entityName)
  }
}
