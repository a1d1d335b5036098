public import ArmatureModel

extension ManagedObject: PropertyConvertible {
  /// The row holds the handle of a slot.
  @inlinable public static var _rowKind: UInt8 { StorageKind.object.rawValue }
  /// The object as the value of a to-one relationship.
  public final var propertyValue: PropertyValue? { .object(self) }
}

extension PropertyConvertible where Self: ManagedObject {
  /// The row holds a list of handles.
  @inlinable public static var _listRowKind: UInt8 { StorageKind.objects.rawValue }

  /// Returns whether an object has the class. Most have exactly this class, which comparing two words shows.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool {
    Swift.type(of: unsafeDowncast(object, to: ManagedObject.self)) == Self.self || object is Self
  }

  /// Returns the object of a value if it has the class.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
}

extension Set: PropertyConvertible where Element: ManagedObject {
  /// The row holds a list of handles.
  @inlinable public static var _rowKind: UInt8 { StorageKind.objects.rawValue }
  /// Returns the objects of a to-many relationship if all have the class; `nil` for a missing value.
  public static func from(_ value: PropertyValue?) -> Set<Element>? {
    [Element].from(value).map(Set.init)
  }
  /// The objects, in the order of their insertion.
  public var propertyValue: PropertyValue? { .objects(objects) }
}
