/// An object with properties accessed by name.
///
/// This module does not contain the class `ManagedObject`, so values refer to objects through this protocol.
public protocol PropertyContainer: AnyObject, SendableMetatype {
  /// The identity of the object.
  var objectID: ManagedObjectID { get }
  /// Returns the value of a property, or `nil` if it has no value.
  func _property(named name: PropertyName) -> PropertyValue?
  /// Returns the value of a property as a type, or `nil` if it has no value.
  func _property<Value: PropertyConvertible>(named name: PropertyName, as type: Value.Type)
    -> Value?
  /// Sets a property. Setting `nil` clears it.
  func _setProperty(_ value: PropertyValue?, named name: PropertyName)
  /// Returns the address of an attribute's value. Returns `nil` if the value is missing, or if the key does not belong
  /// to a built-in type.
  func _memory(of key: UInt64) -> UnsafeRawPointer?
  /// Returns the object at the end of a to-one relationship, or `nil` if the relationship is empty.
  func _end(of key: UInt64) -> (any PropertyContainer)?
}
