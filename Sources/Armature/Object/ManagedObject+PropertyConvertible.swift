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

  /// Returns whether an object has the class. Most objects have exactly this class, so the fast path compares two
  /// words.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool {
    Swift.type(of: unsafeDowncast(object, to: ManagedObject.self)) == Self.self || object is Self
  }

  /// Returns the object in a value, or `nil` if the object does not have the class.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
}

extension Set: PropertyConvertible where Element: ManagedObject {
  /// The row holds a list of handles.
  @inlinable public static var _rowKind: UInt8 { StorageKind.objects.rawValue }
  /// Returns the objects of a to-many relationship. Returns `nil` if the value is missing, or if an object does not
  /// have the class.
  public static func from(_ value: PropertyValue?) -> Set<Element>? {
    [Element].from(value).map(Set.init)
  }
  /// The objects, in the order of their insertion.
  public var propertyValue: PropertyValue? { .objects(objects) }
}
