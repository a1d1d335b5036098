/// A Swift type that a dynamic member may have: an attribute's value, an object, or objects.
///
/// ```swift
/// let values: [String: any PropertyConvertible] = ["title": "Emma", "pages": 474, "author": author]
/// try book.setValuesForKeys(values)
/// ```
/// One protocol serves all of them: with an overload per kind, sums of four members would no
/// longer type-check in reasonable time. Conform own value types to ``AttributeConvertible``.
public protocol PropertyConvertible {
  /// Makes a value from a property's; `nil` if it is of another type.
  ///
  /// - Parameter value: `nil` for the absence of a value, which optionals and lists can stand for.
  static func from(_ value: PropertyValue?) -> Self?
  /// The value as a property keeps it; `nil` for the absence of a value.
  var propertyValue: PropertyValue? { get }
  /// How a row keeps values of the type: the number of a `StorageKind`; never declared by hand.
  ///
  /// A row is read as the type that the number stands for, so only the library's own types declare
  /// one. It is a requirement, and so visible, because the accessors of generic code are inlined into
  /// programs, where the compiler must find it as a constant of the type.
  static var _rowKind: UInt8 { get }
  /// How a row keeps the type without its optional; never declared by hand.
  static var _wrappedRowKind: UInt8 { get }
  /// Reads a value that is kept as ``_wrappedRowKind`` says and is there; never declared by hand.
  static func _load(_ memory: UnsafeRawPointer) -> Self
  /// Stores the value as ``_wrappedRowKind`` says; false for an optional without one.
  func _store(to memory: UnsafeMutableRawPointer) -> Bool
  /// How a row keeps lists of the type; never declared by hand.
  static var _listRowKind: UInt8 { get }
  /// Whether an object is of the class that the type is, or wraps; never declared by hand.
  static func _admits(_ object: AnyObject) -> Bool
}

extension PropertyConvertible {
  /// Converted at each access, as every type that is not built in.
  @inlinable public static var _rowKind: UInt8 { StorageKind.converted.rawValue }

  /// The kind of the type itself.
  @inlinable public static var _wrappedRowKind: UInt8 { _rowKind }

  // Accessors of classes read an optional as fast as what it wraps; the loads are safe for the reasons
  // given at the dynamic members of an object.

  /// Reads the value in place.
  @inlinable @inline(__always) public static func _load(_ memory: UnsafeRawPointer) -> Self {
    memory.assumingMemoryBound(to: Self.self).pointee
  }

  /// Stores the value in place.
  @inlinable @inline(__always) public func _store(to memory: UnsafeMutableRawPointer) -> Bool {
    memory.assumingMemoryBound(to: Self.self).pointee = self
    return true
  }

  /// No object is of a type that is no class.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool { false }

  /// Converted at each access.
  @inlinable public static var _listRowKind: UInt8 { StorageKind.converted.rawValue }

  /// How a row keeps the type without its optional.
  @usableFromInline @_transparent package static var wrappedKind: StorageKind {
    StorageKind(rawValue: _wrappedRowKind)
  }

  /// How a row keeps values of the type; everything but the built-in types is `converted`.
  @usableFromInline @_transparent package static var storageKind: StorageKind {
    StorageKind(rawValue: _rowKind)
  }
}
