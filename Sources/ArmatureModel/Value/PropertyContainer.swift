/// An object with properties that are accessed by name.
///
/// Values refer to a `ManagedObject` through this protocol.
public protocol PropertyContainer: AnyObject, SendableMetatype {
  /// The identity of the object.
  var objectID: ManagedObjectID { get }
  /// Returns the value of a property, or `nil`.
  func _property(named name: PropertyName) -> PropertyValue?
  /// Returns the value of a property as a type, or `nil`.
  func _property<Value: PropertyConvertible>(named name: PropertyName, as type: Value.Type)
    -> Value?
  /// Sets a property, or clears it with `nil`.
  func _setProperty(_ value: PropertyValue?, named name: PropertyName)
  /// Returns the address of an attribute's value. Returns `nil` if the value is absent or the key is not that of a
  /// built-in type.
  func _memory(of key: UInt64) -> UnsafeRawPointer?
  /// Returns the object at the end of a to-one relationship, or `nil`.
  func _end(of key: UInt64) -> (any PropertyContainer)?
}
