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

/// An optional of whatever type.
private protocol OptionalType {
  static var wrappedType: Any.Type { get }
}

extension Optional: OptionalType {
  fileprivate static var wrappedType: Any.Type { Wrapped.self }
}

/// A type without its optional.
func unwrapped(_ type: Any.Type) -> Any.Type {
  (type as? any OptionalType.Type)?.wrappedType ?? type
}

/// A collection of objects of a class: what a to-many relationship is read as.
protocol ObjectCollection {
  /// The class of the objects.
  static var elementClass: ManagedObject.Type { get }
  /// The objects, if all are of the class.
  static func collecting(_ objects: [ManagedObject]) -> Self?
  /// The objects as those of a relationship.
  var objects: [ManagedObject] { get }
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

extension Set: ObjectCollection where Element: ManagedObject {
  static var elementClass: ManagedObject.Type { Element.self }
  static func collecting(_ objects: [ManagedObject]) -> Set<Element>? {
    [Element].collecting(objects).map(Set.init)
  }
  var objects: [ManagedObject] { sorted { $0.row.handle < $1.row.handle } }
}

extension Array: ObjectCollection where Element: ManagedObject {
  static var elementClass: ManagedObject.Type { Element.self }
  static func collecting(_ objects: [ManagedObject]) -> [Element]? {
    if Element.self != ManagedObject.self {
      // Most are of the class itself, which a compare of two words tells.
      for object in objects where Swift.type(of: object) != Element.self {
        guard object is Element else { return nil }
      }
    }
    // Each has been checked, and references to objects are alike: a cast of each takes 20 ns.
    return unsafeBitCast(objects, to: [Element].self)
  }
  // What is an object of a class is one of its superclass.
  var objects: [ManagedObject] { unsafeBitCast(self, to: [ManagedObject].self) }
}
