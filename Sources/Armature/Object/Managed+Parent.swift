public import ArmatureModel

/// The properties of the parent entity, for views of a sub-entity's objects.
///
/// A view could also read these properties through key paths such as `\Novel.title`, which reach the properties of all
/// parents. However, creating and following such a key path takes a thousand times as long as reading the property. The
/// members in this extension are as fast as the entity's own properties, and the compiler prefers them.
extension Managed where Type: SubentityType {
  @inlinable var parentView: Managed<Type.Parent> {
    @inline(__always) get { Managed<Type.Parent>(unchecked: managedObject) }
  }

  /// The value of an attribute of the parent.
  @inlinable
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type.Parent, Attribute<Value>>
  ) -> Value {
    @inline(__always) get { parentView[dynamicMember: path] }
    @inline(__always) nonmutating set { parentView[dynamicMember: path] = newValue }
  }

  /// The value of an optional attribute of the parent.
  @inlinable
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type.Parent, Attribute<Value?>>
  ) -> Value? {
    @inline(__always) get { parentView[dynamicMember: path] }
    @inline(__always) nonmutating set { parentView[dynamicMember: path] = newValue }
  }

  /// The object at the end of a to-one relationship of the parent.
  @inlinable
  public subscript<Destination>(
    dynamicMember path: KeyPath<Type.Parent, ToOne<Destination>>
  ) -> Managed<Destination>? {
    @inline(__always) get { parentView[dynamicMember: path] }
    nonmutating set { parentView[dynamicMember: path] = newValue }
  }

  /// The objects at the end of a to-many relationship of the parent, in the order of the relationship.
  @inlinable
  public subscript<Destination>(
    dynamicMember path: KeyPath<Type.Parent, ToMany<Destination>>
  ) -> [Managed<Destination>] {
    get { parentView[dynamicMember: path] }
    nonmutating set { parentView[dynamicMember: path] = newValue }
  }
}
