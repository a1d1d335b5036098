/// A Swift type that a dynamic member may have: an attribute's value, an object, or objects.
///
/// One protocol serves all of them: with an overload per kind, sums of four members would no
/// longer type-check in reasonable time. Conform own value types to ``AttributeConvertible``.
public protocol PropertyConvertible {
  /// How a row keeps values of the type; everything but the built-in types is `converted`.
  static var storageKind: StorageKind { get }
  /// Makes a value from a property's; `nil` if it is of another type.
  ///
  /// - Parameter value: `nil` for the absence of a value, which optionals and lists can stand for.
  static func from(_ value: PropertyValue?) -> Self?
  /// The value as a property keeps it; `nil` for the absence of a value.
  var propertyValue: PropertyValue? { get }
  /// What a property must be to be read as the type, also while it has no value.
  static var propertyForm: PropertyForm { get }
  /// How a row keeps the type without its optional.
  static var _wrappedKind: StorageKind { get }
  /// Reads a value that is kept as ``_wrappedKind`` says and is there.
  static func _load(_ memory: UnsafeRawPointer) -> Self
  /// Stores the value as ``_wrappedKind`` says; false for an optional without a value.
  func _store(to memory: UnsafeMutableRawPointer) -> Bool
}

// `@inlinable`: accessors of classes read an optional as fast as what it wraps; the loads are safe for
// the reasons given at the dynamic members of an object.
extension PropertyConvertible {
  /// The kind of the type itself.
  @inlinable @inline(__always) public static var _wrappedKind: StorageKind { storageKind }

  /// Reads the value in place.
  @inlinable @inline(__always) public static func _load(_ memory: UnsafeRawPointer) -> Self {
    memory.assumingMemoryBound(to: Self.self).pointee
  }

  /// Stores the value in place.
  @inlinable @inline(__always) public func _store(to memory: UnsafeMutableRawPointer) -> Bool {
    memory.assumingMemoryBound(to: Self.self).pointee = self
    return true
  }

  /// Any property.
  public static var propertyForm: PropertyForm { .any }
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

  /// An attribute that is kept as the same type.
  public static var propertyForm: PropertyForm { .attribute(attributeType.storage) }

  /// Required, unless the type is an optional.
  public static var isOptional: Bool { false }

  /// Makes a value from an attribute's.
  public static func from(_ value: PropertyValue?) -> Self? {
    if case .attribute(let value) = value { Self(attributeValue: value) } else { nil }
  }

  /// The value as an attribute's.
  public var propertyValue: PropertyValue? { PropertyValue(attributeValue) }
}

/// How a row keeps a property: the built-in types in place, everything else as a value or reference.
///
/// A row is read as the type that a kind stands for, so only the library's own types name a kind
/// other than ``converted``.
@frozen public struct StorageKind: Equatable, Sendable {
  /// The number of the kind.
  public let rawValue: UInt8

  @usableFromInline package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The mark of Swift types that need a conversion at each access.
  @inlinable public static var converted: StorageKind { StorageKind(rawValue: 0) }
  @inlinable package static var bool: StorageKind { StorageKind(rawValue: 1) }
  @inlinable package static var int16: StorageKind { StorageKind(rawValue: 2) }
  @inlinable package static var int32: StorageKind { StorageKind(rawValue: 3) }
  @inlinable package static var int64: StorageKind { StorageKind(rawValue: 4) }
  @inlinable package static var float: StorageKind { StorageKind(rawValue: 5) }
  @inlinable package static var double: StorageKind { StorageKind(rawValue: 6) }
  @inlinable package static var decimal: StorageKind { StorageKind(rawValue: 7) }
  @inlinable package static var string: StorageKind { StorageKind(rawValue: 8) }
  @inlinable package static var date: StorageKind { StorageKind(rawValue: 9) }
  @inlinable package static var data: StorageKind { StorageKind(rawValue: 10) }
  @inlinable package static var uuid: StorageKind { StorageKind(rawValue: 11) }
  /// An `AttributeValue`: enumerations, transformables, URLs, dates with zones, composites.
  @inlinable package static var value: StorageKind { StorageKind(rawValue: 12) }
  /// A reference to one object.
  @inlinable package static var object: StorageKind { StorageKind(rawValue: 13) }
  /// A list of references.
  @inlinable package static var objects: StorageKind { StorageKind(rawValue: 14) }
}

extension AttributeType {
  /// How a row keeps values of the type.
  package var storageKind: StorageKind {
    switch self {
    case .int16: .int16
    case .int32: .int32
    case .int64: .int64
    case .decimal: .decimal
    case .double: .double
    case .float: .float
    case .string: .string
    case .bool: .bool
    case .date: .date
    case .data: .data
    case .uuid: .uuid
    case .url, .zonedDate, .enumeration, .composite, .transformable: .value
    }
  }
}
