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

/// A type that is kept as another through a declared conversion: a colour as text, a shape as data.
///
/// Core Data: transformable attributes with a named value transformer. Here the conversion belongs
/// to the type, so it cannot be forgotten, and foreign code is never unarchived.
public protocol TransformableValue: AttributeConvertible {
  /// The type that is kept.
  associatedtype Transformed: AttributeConvertible
  /// Makes a value from what was kept; fails if that is not a value of this type.
  init?(transformed: Transformed)
  /// What is kept.
  var transformed: Transformed { get }
}

extension TransformableValue {
  /// A transformable attribute over the type that is kept.
  public static var attributeType: AttributeType {
    .transformable(name: "\(Self.self)", stored: Transformed.attributeType)
  }

  /// Takes what was kept.
  public init?(attributeValue value: AttributeValue) {
    guard let transformed = Transformed(attributeValue: value) else { return nil }
    self.init(transformed: transformed)
  }

  /// What is kept.
  public var attributeValue: AttributeValue { transformed.attributeValue }
}

/// A structure of attributes that is one attribute: an address, a rectangle.
///
/// Core Data: composite attributes. Predicates and key paths reach the elements by dotted names.
public protocol CompositeValue: AttributeConvertible {
  /// The elements, declared as attributes are.
  @CompositeBuilder static var elements: [AttributeDescription] { get }
  /// Makes a value from its elements; fails if one that it needs is absent.
  init?(elements: [String: AttributeValue])
  /// The elements by name.
  var elementValues: [String: AttributeValue] { get }
}

extension CompositeValue {
  /// A composite of the declared elements.
  public static var attributeType: AttributeType { .composite(elements) }

  /// Takes the elements.
  public init?(attributeValue value: AttributeValue) {
    guard case .composite(let elements) = value else { return nil }
    self.init(elements: elements)
  }

  /// The elements.
  public var attributeValue: AttributeValue {
    .composite(elementValues.filter { !$0.value.isNull })
  }
}
