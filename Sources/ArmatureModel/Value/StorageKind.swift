/// The way in which a row stores the value of a property. Values of built-in types are stored directly, and values of
/// all other types are stored as a value or a reference.
///
/// The memory of a row is read as the type that its kind stands for. Therefore, only types of this library can have a
/// kind other than ``converted``.
///
/// `@_transparent` also inlines in debug builds, where reading by name takes 95 ns instead of 125 ns. The type is not
/// an enumeration, because comparing enumerations is a function call in debug builds. As a consequence, each switch
/// over kinds needs a `default` case, which covers kinds without special treatment, such as ``value``.
@frozen @usableFromInline package struct StorageKind: Equatable, Sendable {
  /// The number of the kind.
  @usableFromInline package let rawValue: UInt8

  @usableFromInline @_transparent package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Whether a row contains the value itself, rather than a link.
  @usableFromInline @_transparent package var isPlain: Bool { rawValue &- 1 < 12 }

  @usableFromInline @_transparent package static func == (
    left: StorageKind, right: StorageKind
  ) -> Bool {
    left.rawValue == right.rawValue
  }

  /// The kind of Swift types that are converted at each access.
  @usableFromInline @_transparent package static var converted: StorageKind {
    StorageKind(rawValue: 0)
  }
  @usableFromInline @_transparent package static var bool: StorageKind { StorageKind(rawValue: 1) }
  @usableFromInline @_transparent package static var int16: StorageKind { StorageKind(rawValue: 2) }
  @usableFromInline @_transparent package static var int32: StorageKind { StorageKind(rawValue: 3) }
  @usableFromInline @_transparent package static var int64: StorageKind { StorageKind(rawValue: 4) }
  @usableFromInline @_transparent package static var float: StorageKind { StorageKind(rawValue: 5) }
  @usableFromInline @_transparent package static var double: StorageKind {
    StorageKind(rawValue: 6)
  }
  @usableFromInline @_transparent package static var decimal: StorageKind {
    StorageKind(rawValue: 7)
  }
  @usableFromInline @_transparent package static var string: StorageKind {
    StorageKind(rawValue: 8)
  }
  @usableFromInline @_transparent package static var date: StorageKind { StorageKind(rawValue: 9) }
  @usableFromInline @_transparent package static var data: StorageKind { StorageKind(rawValue: 10) }
  @usableFromInline @_transparent package static var uuid: StorageKind { StorageKind(rawValue: 11) }
  /// An `AttributeValue`, for enumerations, transformables, URLs, zoned dates and composites.
  @usableFromInline @_transparent package static var value: StorageKind {
    StorageKind(rawValue: 12)
  }
  /// A reference to one object.
  @usableFromInline @_transparent package static var object: StorageKind {
    StorageKind(rawValue: 13)
  }
  /// A list of references.
  @usableFromInline @_transparent package static var objects: StorageKind {
    StorageKind(rawValue: 14)
  }
}
