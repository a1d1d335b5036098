/// An object whose properties are reached by name: what `ManagedObject` is to the values.
public protocol PropertyContainer: AnyObject, SendableMetatype {
  /// The identity of the object.
  var objectID: ManagedObjectID { get }
  /// The value of a property; `nil` where it has none.
  func _property(named name: PropertyName) -> PropertyValue?
  /// The value of a property as a type; `nil` where it has none.
  func _property<Value: PropertyConvertible>(named name: PropertyName, as type: Value.Type)
    -> Value?
  /// Sets or clears a property.
  func _setProperty(_ value: PropertyValue?, named name: PropertyName)
  /// Where an attribute's value lies, if it is there and its key is that of a built-in type.
  func _memory(of key: UInt64) -> UnsafeRawPointer?
  /// The object at the end of a to-one relationship, if there is one.
  func _end(of key: UInt64) -> (any PropertyContainer)?
}
