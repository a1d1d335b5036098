public import ArmatureModel

// What the compiler answers with a sentence where nothing else fits. Being unavailable, these are not looked at while
// anything fits, and no call of them compiles, so that their bodies never run.

extension Managed {
  /// Refuses a value that may be absent in the place of one that must be there.
  @available(
    *, unavailable,
    message: "the property is required, and the value may be absent: unwrap it first, as in if let"
  )
  @_disfavoredOverload
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type, Attribute<Value>>
  ) -> Value? {
    get { fatalError("No call of it compiles.") }
    nonmutating set { fatalError("No call of it compiles.") }
  }

  /// Refuses a name that the entity does not have.
  @available(*, unavailable, message: "the entity has no property of this name")
  @_disfavoredOverload public subscript(dynamicMember name: String) -> NoSuchProperty {
    get { fatalError("No call of it compiles.") }
    nonmutating set { fatalError("No call of it compiles.") }
  }
}
