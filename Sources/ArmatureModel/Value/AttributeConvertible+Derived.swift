extension AttributeValue: PropertyConvertible {
  /// Returns the value of any property. Objects are returned as their IDs.
  public static func from(_ value: PropertyValue?) -> AttributeValue? {
    switch value {
    case nil: nil
    case .attribute(let value): value
    case .object(let object): .object(object.objectID)
    case .objects(let objects): .objects(objects.map(\.objectID))
    }
  }

  /// The value itself, or `nil` for ``null``.
  public var propertyValue: PropertyValue? { PropertyValue(self) }
}

extension Optional: PropertyConvertible where Wrapped: PropertyConvertible {
  /// The kind of the wrapped type.
  @inlinable public static var _wrappedRowKind: UInt8 { Wrapped._wrappedRowKind }

  /// Loads the wrapped value.
  @inlinable @inline(__always) public static func _load(_ memory: UnsafeRawPointer) -> Wrapped? {
    Wrapped._load(memory)
  }

  /// Returns whether the object has the wrapped class.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool {
    Wrapped._admits(object)
  }

  /// Stores the wrapped value and returns true, or returns false for `nil`.
  @inlinable @inline(__always) public func _store(to memory: UnsafeMutableRawPointer) -> Bool {
    self?._store(to: memory) ?? false
  }

  /// Returns the wrapped value. A missing value is valid and becomes `nil`.
  public static func from(_ value: PropertyValue?) -> Wrapped?? {
    value == nil ? .some(.none) : Wrapped.from(value).map(Optional.some)
  }

  /// The wrapped value as a property stores it, or `nil`.
  public var propertyValue: PropertyValue? { self?.propertyValue }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  /// The wrapped type without further optionals.
  public typealias Base = Wrapped.Base

  /// The comparison kind of the wrapped type.
  public typealias ComparisonKind = Wrapped.ComparisonKind

  /// The attribute type of the wrapped type.
  public static var attributeType: AttributeType { Wrapped.attributeType }

  /// Returns true: an attribute of an optional type may have no value.
  public static var isOptional: Bool { true }

  /// Creates the value from a value of the wrapped type, or from a missing value.
  public init?(attributeValue value: AttributeValue) {
    if case .null = value {
      self = .none
    } else {
      guard let wrapped = Wrapped(attributeValue: value) else { return nil }
      self = .some(wrapped)
    }
  }

  /// The wrapped value as an attribute stores it, or ``AttributeValue/null``.
  public var attributeValue: AttributeValue { self?.attributeValue ?? .null }
}

extension Array: PropertyConvertible where Element: PropertyConvertible {
  /// The kind of a list of the elements.
  @inlinable public static var _rowKind: UInt8 { Element._listRowKind }

  private static var isOfObjects: Bool { _rowKind == StorageKind.objects.rawValue }

  /// Returns a list of values, objects or IDs. Returns `nil` if one of them is not an `Element`.
  ///
  /// For a missing value, a list of objects is empty.
  public static func from(_ value: PropertyValue?) -> [Element]? {
    switch value {
    case nil: isOfObjects ? [] : nil
    case .objects(let objects): whole(objects.map { $0 as? Element })
    case .attribute(.list(let values)): whole(values.map { Element.from(.attribute($0)) })
    case .attribute(.objects(let ids)): whole(ids.map { Element.from(.attribute(.object($0))) })
    case .attribute, .object: nil
    }
  }

  private static func whole(_ elements: [Element?]) -> [Element]? {
    let present = elements.compactMap { $0 }
    return present.count == elements.count ? present : nil
  }

  /// The values or objects, in order.
  public var propertyValue: PropertyValue? {
    if Self.isOfObjects { return .objects(compactMap { $0 as? any PropertyContainer }) }
    return .attribute(.list(map { AttributeValue.from($0.propertyValue) ?? .null }))
  }
}

extension Array: AttributeConvertible where Element: AttributeConvertible {
  /// A list of the element's attribute type.
  public static var attributeType: AttributeType { .list(Element.attributeType) }

  /// Creates the value from a list of valid elements.
  public init?(attributeValue value: AttributeValue) {
    guard let elements = Self.from(PropertyValue(value)) else { return nil }
    self = elements
  }

  /// The list as an attribute stores it.
  public var attributeValue: AttributeValue { .list(map(\.attributeValue)) }
}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
  /// An enumeration with the raw type. Its cases are known if the type conforms to `CaseIterable`.
  public static var attributeType: AttributeType {
    let all = (Self.self as? any CaseIterable.Type)?.everyCase as? [Self]
    return .enumeration(
      name: "\(Self.self)", raw: RawValue.attributeType, cases: all?.map(\.attributeValue))
  }

  /// Creates a case from its raw value.
  public init?(attributeValue value: AttributeValue) {
    guard let raw = RawValue(attributeValue: value) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value.
  public var attributeValue: AttributeValue { rawValue.attributeValue }
}

extension CaseIterable {
  fileprivate static var everyCase: [Self] { Array(allCases) }
}
