extension AttributeValue: PropertyConvertible {
  /// Takes the value; objects become their IDs.
  public static func from(_ value: PropertyValue?) -> AttributeValue? {
    switch value {
    case nil: nil
    case .attribute(let value): value
    case .object(let object): .object(object.objectID)
    case .objects(let objects): .objects(objects.map(\.objectID))
    }
  }

  /// The value itself; `nil` for ``null``.
  public var propertyValue: PropertyValue? { PropertyValue(self) }
}

extension Optional: PropertyConvertible where Wrapped: PropertyConvertible {
  /// The kind of the wrapped type.
  @inlinable public static var _wrappedRowKind: UInt8 { Wrapped._wrappedRowKind }

  /// Reads the wrapped value.
  @inlinable @inline(__always) public static func _load(_ memory: UnsafeRawPointer) -> Wrapped? {
    Wrapped._load(memory)
  }

  /// Whether an object is of the wrapped class.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool {
    Wrapped._admits(object)
  }

  /// Stores the wrapped value, if there is one.
  @inlinable @inline(__always) public func _store(to memory: UnsafeMutableRawPointer) -> Bool {
    self?._store(to: memory) ?? false
  }

  /// Takes what the wrapped type takes, and the absence of a value.
  public static func from(_ value: PropertyValue?) -> Wrapped?? {
    value == nil ? .some(.none) : Wrapped.from(value).map(Optional.some)
  }

  /// The wrapped value's form; `nil` for `nil`.
  public var propertyValue: PropertyValue? { self?.propertyValue }
}

extension Optional: AttributeConvertible where Wrapped: AttributeConvertible {
  /// The wrapped type's.
  public typealias Base = Wrapped.Base

  /// The wrapped type's.
  public typealias ComparisonKind = Wrapped.ComparisonKind

  /// The wrapped type's.
  public static var attributeType: AttributeType { Wrapped.attributeType }

  /// An optional attribute may have no value.
  public static var isOptional: Bool { true }

  /// Takes what the wrapped type takes, and the absence of a value.
  public init?(attributeValue value: AttributeValue) {
    if case .null = value {
      self = .none
    } else {
      guard let wrapped = Wrapped(attributeValue: value) else { return nil }
      self = .some(wrapped)
    }
  }

  /// The wrapped value's form, or the absence of a value.
  public var attributeValue: AttributeValue { self?.attributeValue ?? .null }
}

extension Array: PropertyConvertible where Element: PropertyConvertible {
  /// What the elements say.
  @inlinable public static var _rowKind: UInt8 { Element._listRowKind }

  private static var isOfObjects: Bool { _rowKind == StorageKind.objects.rawValue }

  /// Takes a list of values that the elements take, objects that are all of the class, or their IDs:
  /// none for no value.
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

  /// The values or objects in their order.
  public var propertyValue: PropertyValue? {
    if Self.isOfObjects { return .objects(compactMap { $0 as? any PropertyContainer }) }
    return .attribute(.list(map { AttributeValue.from($0.propertyValue) ?? .null }))
  }
}

extension Array: AttributeConvertible where Element: AttributeConvertible {
  /// A list of the elements' type.
  public static var attributeType: AttributeType { .list(Element.attributeType) }

  /// Takes a list of values that the elements take.
  public init?(attributeValue value: AttributeValue) {
    guard let elements = Self.from(PropertyValue(value)) else { return nil }
    self = elements
  }

  /// The values in their order.
  public var attributeValue: AttributeValue { .list(map(\.attributeValue)) }
}

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
  /// An enumeration over the raw type; its cases are listed if the type is `CaseIterable`.
  public static var attributeType: AttributeType {
    let all = (Self.self as? any CaseIterable.Type)?.everyCase as? [Self]
    return .enumeration(
      name: "\(Self.self)", raw: RawValue.attributeType, cases: all?.map(\.attributeValue))
  }

  /// Takes the raw value of a case.
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
