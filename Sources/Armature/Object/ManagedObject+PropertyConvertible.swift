public import ArmatureModel

extension ManagedObject: PropertyConvertible {
  /// Converted at each access.
  public static var storageKind: StorageKind { .converted }
  /// The object as the end of a to-one relationship.
  public final var propertyValue: PropertyValue? { .object(self) }
  /// A to-one relationship to objects of the class.
  public static var propertyForm: PropertyForm { .object(self) }
}

extension PropertyConvertible where Self: ManagedObject {
  /// Takes an object of the class.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .object(let object) = value { object as? Self } else { nil }
  }
}

extension Set: PropertyConvertible where Element: ManagedObject {
  /// Converted at each access.
  public static var storageKind: StorageKind { .converted }
  /// Takes the objects of a to-many relationship, if all are of the class; none for no value.
  public static func from(_ value: PropertyValue?) -> Set<Element>? {
    [Element].from(value).map(Set.init)
  }
  /// The objects, in the order of their numbers.
  public var propertyValue: PropertyValue? { .objects(sorted { $0.number < $1.number }) }
  /// A to-many relationship to objects of the class.
  public static var propertyForm: PropertyForm { .objects(Element.self) }
}

extension Array: PropertyConvertible where Element: ManagedObject {
  /// Converted at each access.
  public static var storageKind: StorageKind { .converted }
  /// Takes the objects of a to-many relationship, if all are of the class; none for no value.
  public static func from(_ value: PropertyValue?) -> [Element]? {
    guard let value else { return [] }
    guard case .objects(let objects) = value else { return nil }
    let elements = objects.compactMap { $0 as? Element }
    return elements.count == objects.count ? elements : nil
  }
  /// The objects in their order.
  public var propertyValue: PropertyValue? { .objects(self) }
  /// A to-many relationship to objects of the class.
  public static var propertyForm: PropertyForm { .objects(Element.self) }
}
