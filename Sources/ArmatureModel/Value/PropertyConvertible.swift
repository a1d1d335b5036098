/// A Swift type that a dynamic member can have: the value of an attribute, an object, or several objects.
///
/// Do not conform your own types to this protocol. Conform them to ``AttributeConvertible`` instead.
///
/// ```swift
/// let values: [String: any PropertyConvertible] = ["title": "Emma", "pages": 474, "author": author]
/// try book.setValuesForKeys(values)
/// ```
/// Because a single protocol covers all kinds of values, each accessor needs only one overload. With an overload for
/// each kind, the compiler could not type-check a sum of four members in reasonable time.
public protocol PropertyConvertible {
  /// Returns a value from the value of a property, or `nil` if the type does not match.
  ///
  /// - Parameter value: The value of the property. It is `nil` if the property has no value, which optionals and lists
  ///   can represent.
  static func from(_ value: PropertyValue?) -> Self?
  /// The value in the form in which a property stores it; `nil` if the value is missing.
  var propertyValue: PropertyValue? { get }
  /// The number of the `StorageKind` with which a row stores the values of the type. Do not declare it yourself.
  ///
  /// The memory of a row is read as the type that this number stands for, so a wrong number would be unsafe. The
  /// requirement is public because generic accessors are inlined into your program, and the compiler must see the
  /// number as a constant there.
  static var _rowKind: UInt8 { get }
  /// The storage kind of the type without its optional. Do not declare it yourself.
  static var _wrappedRowKind: UInt8 { get }
  /// Loads a value that is stored in the form of ``_wrappedRowKind``. Do not declare it yourself.
  static func _load(_ memory: UnsafeRawPointer) -> Self
  /// Stores the value in the form of ``_wrappedRowKind``. Returns `false` for an optional without a value. Do not
  /// declare it yourself.
  func _store(to memory: UnsafeMutableRawPointer) -> Bool
  /// The storage kind of lists of the type. Do not declare it yourself.
  static var _listRowKind: UInt8 { get }
  /// Returns whether an object has this class, or the wrapped class. Do not declare it yourself.
  static func _admits(_ object: AnyObject) -> Bool
}

extension PropertyConvertible {
  /// The value is converted at each access, because the type is not built in.
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

  /// Returns `false`, because the type is not a class by default.
  @inlinable @inline(__always) public static func _admits(_ object: AnyObject) -> Bool { false }

  /// The list is converted at each access.
  @inlinable public static var _listRowKind: UInt8 { StorageKind.converted.rawValue }

  /// The storage kind of the type without its optional.
  @usableFromInline @_transparent package static var wrappedKind: StorageKind {
    StorageKind(rawValue: _wrappedRowKind)
  }

  /// The storage kind of the type's values in a row. All types except built-in types have the kind `converted`.
  @usableFromInline @_transparent package static var storageKind: StorageKind {
    StorageKind(rawValue: _rowKind)
  }
}

/// An object with properties accessed by name.
///
/// This module does not contain the class `ManagedObject`, so values refer to objects through this protocol.
public protocol PropertyContainer: AnyObject, SendableMetatype {
  /// The identity of the object.
  var objectID: ManagedObjectID { get }
  /// Returns the value of a property, or `nil` if it has no value.
  func _property(named name: PropertyName) -> PropertyValue?
  /// Returns the value of a property as a type, or `nil` if it has no value.
  func _property<Value: PropertyConvertible>(named name: PropertyName, as type: Value.Type)
    -> Value?
  /// Sets a property. Setting `nil` clears it.
  func _setProperty(_ value: PropertyValue?, named name: PropertyName)
  /// Returns the address of an attribute's value. Returns `nil` if the value is missing, or if the key does not belong
  /// to a built-in type.
  func _memory(of key: UInt64) -> UnsafeRawPointer?
  /// Returns the object at the end of a to-one relationship, or `nil` if the relationship is empty.
  func _end(of key: UInt64) -> (any PropertyContainer)?
}
