public import ArmatureModel

extension ManagedObject: PropertyConvertible {
  /// A handle of a slot.
  @inlinable public static var _rowKind: UInt8 { StorageKind.object.rawValue }
  /// The object as the end of a to-one relationship.
  public final var propertyValue: PropertyValue? { .object(self) }
}

extension PropertyConvertible where Self: ManagedObject {
  /// A list of handles.
  @inlinable public static var _listRowKind: UInt8 { StorageKind.objects.rawValue }

  /// Whether an object is of the class: most are exactly, which a compare of two words tells.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool {
    Swift.type(of: unsafeDowncast(object, to: ManagedObject.self)) == Self.self || object is Self
  }

  /// Takes an object of the class.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
}

extension Set: PropertyConvertible where Element: ManagedObject {
  /// A list of handles.
  @inlinable public static var _rowKind: UInt8 { StorageKind.objects.rawValue }
  /// Takes the objects of a to-many relationship, if all are of the class; none for no value.
  public static func from(_ value: PropertyValue?) -> Set<Element>? {
    [Element].from(value).map(Set.init)
  }
  /// The objects, in the order of their insertion.
  public var propertyValue: PropertyValue? { .objects(objects) }
}
