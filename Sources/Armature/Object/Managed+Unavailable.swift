public import ArmatureModel

// Unavailable members that make the compiler explain common errors. The compiler only considers them if nothing else
// fits. No call of them compiles, so their bodies never run.

extension Managed {
  /// Unavailable: the property is required; unwrap the optional value first.
  @available(
    *, unavailable,
    message: "the property is required, but the value may be nil: unwrap it first, as in if let"
  )
  @_disfavoredOverload
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type, Attribute<Value>>
  ) -> Value? {
    get { neverCalled() }
    nonmutating set { neverCalled() }
  }

  /// Unavailable: the property has another type. Without this member, the compiler would report that the name does not
  /// exist.
  @available(
    *, unavailable,
    message:
      "the property has another type than is needed here: convert the value, or unwrap it where it may be absent"
  )
  @_disfavoredOverload
  public subscript<Property, Value>(
    dynamicMember path: KeyPath<Type, Property>
  ) -> Value {
    get { neverCalled() }
    nonmutating set { neverCalled() }
  }

  /// Unavailable: the entity has no property of this name.
  @available(*, unavailable, message: "the entity has no property of this name")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchProperty {
    get { neverCalled() }
    nonmutating set { neverCalled() }
  }
}
