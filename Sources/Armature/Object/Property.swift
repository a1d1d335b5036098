public import ArmatureModel

/// A typed accessor for a property in a custom class: `@Property("title") var title: String`.
///
/// ```swift
/// final class Song: ManagedObject {
///   @Property("title") var title: String
///   @Property("seconds") var seconds: Int?
/// }
/// let model = try ManagedObjectModel("Music") {
///   Entity("Song", class: Song.self) {
///     Attribute("title", String.self).default("Untitled")
///     Attribute("seconds", Int?.self)
///   }
/// }
/// let context = ManagedObjectContext(model: model)
/// let song = try context.insert(Song.self)
/// song.seconds = 215
/// print(song.title, song.seconds ?? 0)  // Untitled 215
/// ```
/// When the model is built, it checks the accessors against the entity: their names, their types, and whether they are
/// optional. An accessor takes only four bytes in each object, because the value itself is stored with the object's
/// other values.
@propertyWrapper public struct Property<Value: PropertyConvertible>: Sendable {
  /// The lower half of the key that the table has for the name and the kind.
  ///
  /// Building the model rejects a class if its entity has another name with the same lower half.
  @usableFromInline let key: UInt32

  /// Creates an accessor for a property.
  @inlinable public init(_ name: PropertyName) {
    key = UInt32(truncatingIfNeeded: name.key(Value.wrappedKind))
  }

  /// Unavailable: `@Property` is for members of a `ManagedObject` class.
  @available(*, unavailable, message: "@Property is for members of a ManagedObject class")
  public var wrappedValue: Value {
    get { programmerError("@Property must be a member of a ManagedObject class.") }
    set {}
  }

  /// The value of the property in the enclosing object.
  ///
  /// Reading a required attribute that has no value yet is a programmer error and traps.
  public static subscript<Object: ManagedObject>(
    _enclosingInstance object: Object,
    wrapped wrapped: ReferenceWritableKeyPath<Object, Value>,
    storage storage: ReferenceWritableKeyPath<Object, Property<Value>>
  ) -> Value {
    @_transparent get {
      _onFastPath()
      let key = object[keyPath: storage].key
      let entry = object.place(of: UInt64(key))
      if _fastPath(UInt32(truncatingIfNeeded: entry.key) == key) {
        if Value.storageKind.isPlain {
          if ManagedObject.isPair(Value.self) {
            if let pair: (UInt64, UInt64) = object.load(entry) {
              return unsafeBitCast(pair, to: Value.self)
            }
          } else if let value: Value = object.load(entry) {
            return value
          }
        } else if Value.wrappedKind == .object {
          let end = object.endForReading(entry)
          // One word, like an optional; a decoded model may lack the class.
          if end.map(Value._admits) ?? _isOptional(Value.self) {
            return unsafeBitCast(end, to: Value.self)
          }
        } else if Value.wrappedKind.isPlain, object.isPresent(entry.place) {
          return Value._load(object.base + entry.place.offset)
        }
      }
      return SlowPath.value(object[keyPath: storage], object)
    }
    @_transparent set {
      _onFastPath()
      let property = object[keyPath: storage]
      let entry = object.place(of: UInt64(property.key))
      if UInt32(truncatingIfNeeded: entry.key) != property.key {
        SlowPath.set(newValue, property, object)
      } else if Value.wrappedKind == .object {
        object.setEnd(unsafeBitCast(newValue, to: ManagedObject?.self), entry)
      } else if !Value.storageKind.isPlain {
        SlowPath.set(newValue, property, object)
      } else {
        object.store(newValue, entry)
      }
    }
  }
}

extension ManagedObject {
  /// Returns the value of a property that is stored in place. Returns `nil` for any other property, and for a missing
  /// value.
  @usableFromInline @_transparent final func fastProperty<Value>(_ key: UInt64) -> Value? {
    let entry = place(of: key)
    return _fastPath(entry.key == key) ? load(entry) : nil
  }

  /// Reads a property for an accessor, in any possible way.
  @inline(never) @usableFromInline
  final func accessedValue<Value: PropertyConvertible>(_ accessor: Property<Value>) -> Value {
    withName(of: accessor) { name in
      if let converted = Value.from(_property(named: name)) { return converted }
      if let other: Value = computedValue(name) ?? lastValue(name) ?? standIn(name) {
        return other
      }
      rejectAccess(
        "\(runtime.entity.name).\(name.text) must have a value of type \(Value.self) before it is "
          + "read, but has \(_property(named: name)?.description ?? "no value"). Set it first.")
    }
  }

  /// Writes a property for an accessor, in any possible way.
  @inline(never) @usableFromInline
  final func setAccessed<Value: PropertyConvertible>(_ value: Value, _ accessor: Property<Value>) {
    withName(of: accessor) { setOther(value, $0) }
  }

  private func withName<Value, Result>(
    of accessor: Property<Value>, _ body: (PropertyName) -> Result
  ) -> Result {
    guard let entry = entry(of: UInt64(accessor.key), mask: 0xFFFF_FFF0) else {
      // Building the model has rejected it, and an undeclared class has no objects.
      programmerError("\(type(of: self)) must be the class of the entity \(runtime.entity.name).")
    }
    return runtime.properties[Int(entry.place.index)].name.withPropertyName(body)
  }
}
