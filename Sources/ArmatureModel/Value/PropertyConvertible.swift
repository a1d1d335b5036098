/// A Swift type of dynamic members: the value of an attribute, an object, or several objects.
///
/// ```swift
/// let values: [String: any PropertyConvertible] = ["title": "Emma", "pages": 474, "author": author]
/// try book.setValuesForKeys(values)
/// ```
/// A single protocol covers all of them: with one overload per kind, sums of four members no longer type-check in
/// reasonable time. Conform your own value types to ``AttributeConvertible``.
public protocol PropertyConvertible {
  /// Returns a value from a property's value, or `nil` if the type does not match.
  ///
  /// - Parameter value: The value of the property, or `nil` for the absence of a value, which optionals and lists can
  ///   represent.
  static func from(_ value: PropertyValue?) -> Self?
  /// The value as a property stores it, or `nil` for the absence of a value.
  var propertyValue: PropertyValue? { get }
  /// The storage kind of the type's values in a row, as the number of a `StorageKind`. Do not declare it yourself.
  ///
  /// A row is read as the type that the number stands for, so only types of this library declare their own. The
  /// requirement is public because generic accessors are inlined into programs, where the compiler must find it as a
  /// constant of the type.
  static var _rowKind: UInt8 { get }
  /// The storage kind of the type without its optional. Do not declare it yourself.
  static var _wrappedRowKind: UInt8 { get }
  /// Loads a present value of the kind ``_wrappedRowKind``. Do not declare it yourself.
  static func _load(_ memory: UnsafeRawPointer) -> Self
  /// Stores the value in the form of ``_wrappedRowKind``. Returns false for an optional without a value.
  func _store(to memory: UnsafeMutableRawPointer) -> Bool
  /// The storage kind of lists of the type. Do not declare it yourself.
  static var _listRowKind: UInt8 { get }
  /// Returns true if an object is of this class, or of the wrapped class. Do not declare it yourself.
  static func _admits(_ object: AnyObject) -> Bool
}

extension PropertyConvertible {
  /// Converted at each access, as all types that are not built in.
  @inlinable public static var _rowKind: UInt8 { StorageKind.converted.rawValue }

  /// The kind of the type itself.
  @inlinable public static var _wrappedRowKind: UInt8 { _rowKind }

  // Typed accessors read an optional as fast as its wrapped value. The comment on the dynamic members of an object
  // explains why the loads are safe.

  /// Loads the value in place.
  @inlinable @inline(__always) public static func _load(_ memory: UnsafeRawPointer) -> Self {
    memory.assumingMemoryBound(to: Self.self).pointee
  }

  /// Stores the value in place.
  @inlinable @inline(__always) public func _store(to memory: UnsafeMutableRawPointer) -> Bool {
    memory.assumingMemoryBound(to: Self.self).pointee = self
    return true
  }

  /// Returns false: by default, the type is not a class.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool { false }

  /// Converted at each access.
  @inlinable public static var _listRowKind: UInt8 { StorageKind.converted.rawValue }

  /// The storage kind of the type without its optional.
  @usableFromInline @_transparent package static var wrappedKind: StorageKind {
    StorageKind(rawValue: _wrappedRowKind)
  }

  /// The storage kind of the type's values in a row, which is `converted` for all types except built-in ones.
  @usableFromInline @_transparent package static var storageKind: StorageKind {
    StorageKind(rawValue: _rowKind)
  }
}
