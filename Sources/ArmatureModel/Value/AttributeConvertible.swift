/// A Swift type that a dynamic member may have: an attribute's value, an object, or objects.
///
/// One protocol serves all of them: with an overload per kind, sums of four members would no
/// longer type-check in reasonable time. Conform own value types to ``AttributeConvertible``.
public protocol PropertyConvertible {
  /// How a row keeps values of the type; everything but the built-in types is `converted`.
  static var storageKind: StorageKind { get }
  /// Makes a value from a property's; `nil` if it is of another type.
  static func from(_ value: PropertyValue) -> Self?
  /// The value as a property keeps it; `nil` for the absence of a value.
  var propertyValue: PropertyValue? { get }
}

/// A Swift type that an attribute can have.
///
/// Built in are `Bool`, the integers of 16, 32 and 64 bits, `Double`, `Float`, `Decimal`, `String`,
/// `Date`, `Data`, `UUID`, `URL` and ``ZonedDate``, and their optionals. A type with raw values
/// conforms without a body: `enum Format: String, AttributeConvertible { … }`. Other types conform to
/// ``TransformableValue`` or ``CompositeValue``.
public protocol AttributeConvertible: PropertyConvertible, Sendable {
  /// The type without its optional: `Date` for `Date` and for `Date?`; never declared by hand.
  associatedtype Base: AttributeConvertible = Self
  /// The attribute type that a declaration with this Swift type gets.
  static var attributeType: AttributeType { get }
  /// Whether an attribute of the type may have no value.
  static var isOptional: Bool { get }
  /// Makes a value from an attribute's; fails if it is of another type.
  init?(attributeValue: AttributeValue)
  /// The value as the attribute keeps it.
  var attributeValue: AttributeValue { get }
}

extension AttributeConvertible {
  /// Kept in converted form.
  public static var storageKind: StorageKind { .converted }

  /// Required, unless the type is an optional.
  public static var isOptional: Bool { false }

  /// Makes a value from an attribute's.
  public static func from(_ value: PropertyValue) -> Self? {
    if case .attribute(let value) = value { Self(attributeValue: value) } else { nil }
  }

  /// The value as an attribute's.
  public var propertyValue: PropertyValue? { PropertyValue(attributeValue) }
}

/// How a row keeps a property: the built-in types in place, everything else as a value or reference.
@frozen public enum StorageKind: UInt8, Sendable {
  /// One byte.
  case bool
  /// Two, four or eight bytes.
  case int16, int32, int64
  /// Four or eight bytes.
  case float, double
  /// Twenty bytes.
  case decimal
  /// A Swift string, in place up to 15 bytes.
  case string
  /// Eight bytes: seconds since the reference date.
  case date
  /// A Foundation data value.
  case data
  /// Sixteen bytes.
  case uuid
  /// An ``AttributeValue``: URLs, dates with zones, composites.
  case value
  /// A reference to one object.
  case object
  /// An ordered collection of references.
  case objects
  /// No property is kept so: the mark of Swift types that need a conversion at each access.
  case converted
}
