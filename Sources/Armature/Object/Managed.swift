public import ArmatureModel

/// A typed view of an object. Its members are the properties of a schema type, with their exact types.
///
/// ```swift
/// let work = try context.insert(Work.self) { $0.title = "Emma" }
/// work.pages += 473  // an Int, since the schema says so
/// work.writer = try context.fetch(Writer.self)[0]
/// print(work.title, work.pages, work.writer?.works.count ?? 0)  // Emma 474 2
/// let object: ManagedObject = work.managedObject
/// ```
/// A view stores only a reference to its object, so creating one costs nothing. Two views of the same object are equal.
/// If you mistype the name of a property, your code doesn't compile. In Core Data, you would have to write a custom
/// class for each entity to get the same safety.
@dynamicMemberLookup public struct Managed<Type: EntityType> {
  /// The object of the view.
  public let managedObject: ManagedObject

  /// Creates a view of an object. Returns `nil` unless the object belongs to the entity of the view or to one of its
  /// sub-entities.
  public init?(_ object: ManagedObject) {
    guard object.runtime.isKind(of: Type.entityName) else { return nil }
    managedObject = object
  }

  @inlinable init(unchecked object: ManagedObject) { managedObject = object }

  /// The ID of the object.
  public var objectID: ManagedObjectID { managedObject.objectID }

  /// Returns a view of the same object as another entity, which can be a parent or a sub-entity. Returns `nil` if the
  /// object does not belong to that entity.
  public func view<Other: EntityType>(as type: Other.Type) -> Managed<Other>? {
    Managed<Other>(managedObject)
  }
}

/// Attributes. The extension for dynamic members of `ManagedObject` explains why these members are inlinable and safe.
/// `SchemaShape` explains their keys.
extension Managed {
  /// The value of an attribute.
  ///
  /// Reading a required attribute that has no value yet is a programmer error and traps. The message names the
  /// attribute. Use ``isSet(_:)`` to check first.
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type, Attribute<Value>>
  ) -> Value {
    @_transparent get {
      guard Value.storageKind != .converted, let offset = MemoryLayout<Type>.offset(of: path) else {
        return Type.schema[keyPath: path].schemaKey.withName { managedObject.requiredValue($0) }
      }
      let key = SchemaPlace.key(Type.self, offset)
      if ManagedObject.isPair(Value.self) {
        let pair = managedObject.fastProperty(key) ?? otherPair(at: offset, Value.self)
        return unsafeBitCast(pair, to: Value.self)
      }
      if let value: Value = managedObject.fastProperty(key) { return value }
      return otherValue(at: offset)
    }
    @_transparent nonmutating set {
      set(newValue, path, Type.schema[keyPath: path].schemaKey)
    }
  }

  /// The value of an optional attribute.
  public subscript<Value: AttributeConvertible>(
    dynamicMember path: KeyPath<Type, Attribute<Value?>>
  ) -> Value? {
    @_transparent get {
      guard Value.storageKind != .converted, let offset = MemoryLayout<Type>.offset(of: path) else {
        return Type.schema[keyPath: path].schemaKey.withName { managedObject[dynamicMember: $0] }
      }
      let key = SchemaPlace.key(Type.self, offset)
      let entry = managedObject.place(of: key)
      if _fastPath(entry.key == key) { return managedObject.load(entry) }
      return otherOptionalValue(at: offset)
    }
    @_transparent nonmutating set {
      if let newValue {
        set(newValue, path, Type.schema[keyPath: path].schemaKey)
      } else {
        Type.schema[keyPath: path].schemaKey.withName {
          managedObject[dynamicMember: $0] = newValue
        }
      }
    }
  }

  @usableFromInline @_transparent func set<Value: AttributeConvertible>(
    _ value: Value, _ path: PartialKeyPath<Type>, _ schemaKey: @autoclosure () -> SchemaKey
  ) {
    guard Value.storageKind != .converted, let offset = MemoryLayout<Type>.offset(of: path) else {
      return schemaKey().withName { managedObject.setOther(value, $0) }
    }
    let key = SchemaPlace.key(Type.self, offset)
    let entry = managedObject.place(of: key)
    if _fastPath(entry.key == key) {
      managedObject.store(value, entry)
    } else {
      setOther(value, at: offset)
    }
  }

  // `otherValue` of the object explains the promise of `releasenone`.

  @_effects(releasenone) @inlinable @inline(never)
  func otherValue<Value: AttributeConvertible>(at offset: Int) -> Value {
    managedObject.otherRequiredValue(SchemaPlace.name(in: Type.self, at: offset))
  }

  @_effects(releasenone) @inlinable @inline(never)
  func otherPair<Value: AttributeConvertible>(
    at offset: Int, _ type: Value.Type
  ) -> (UInt64, UInt64) {
    let value: Value = otherValue(at: offset)
    return unsafeBitCast(value, to: (UInt64, UInt64).self)
  }

  @_effects(releasenone) @inlinable @inline(never)
  func otherOptionalValue<Value: AttributeConvertible>(at offset: Int) -> Value? {
    managedObject.otherValue(SchemaPlace.name(in: Type.self, at: offset))
  }

  @inlinable @inline(never)
  func setOther<Value: AttributeConvertible>(_ value: Value, at offset: Int) {
    managedObject.setOther(value, SchemaPlace.name(in: Type.self, at: offset))
  }

  /// Returns the number of objects in a to-many relationship, without creating an array of them.
  ///
  /// - Complexity: O(1). If objects were deleted that the relationship may still contain, O(*n*) in the number of its
  ///   objects.
  @_transparent
  public func memberCount<Destination>(
    of path: KeyPath<Type, ToMany<Destination>>, file: StaticString = #fileID, line: UInt = #line
  ) -> Int {
    if let offset = MemoryLayout<Type>.offset(of: path) {
      let key = SchemaPlace.key(Type.self, offset)
      let entry = managedObject.place(of: key)
      if _fastPath(entry.key == key) { return managedObject.memberCount(entry) }
    }
    return Type.schema[keyPath: path].schemaKey.withName {
      managedObject.memberCount(of: $0, file: file, line: line)
    }
  }

  /// Returns whether an attribute has a value.
  public func isSet<Value>(_ path: KeyPath<Type, Attribute<Value>>) -> Bool {
    Type.schema[keyPath: path].schemaKey.withName { managedObject._property(named: $0) } != nil
  }
}

/// Relationships.
extension Managed {
  /// The object at the end of a to-one relationship.
  public subscript<Destination>(
    dynamicMember path: KeyPath<Type, ToOne<Destination>>
  ) -> Managed<Destination>? {
    @_transparent get {
      if let offset = MemoryLayout<Type>.offset(of: path) {
        let key = SchemaPlace.key(Type.self, offset)
        let entry = managedObject.place(of: key)
        if _fastPath(entry.key == key) {
          return managedObject.endForReading(entry).map(Managed<Destination>.init(unchecked:))
        }
      }
      return Type.schema[keyPath: path].schemaKey.withName { managedObject.otherEnd($0) }
        .map(Managed<Destination>.init(unchecked:))
    }
    @_transparent nonmutating set {
      if let offset = MemoryLayout<Type>.offset(of: path) {
        let key = SchemaPlace.key(Type.self, offset)
        let entry = managedObject.place(of: key)
        if _fastPath(entry.key == key) {
          return managedObject.setEnd(newValue?.managedObject, entry)
        }
      }
      Type.schema[keyPath: path].schemaKey.withName {
        managedObject.setLink(newValue?.managedObject, $0)
      }
    }
  }

  /// The objects at the end of a to-many relationship, in the order of the relationship.
  ///
  /// - Complexity: O(*n*) in the number of these objects.
  @inlinable
  public subscript<Destination>(
    dynamicMember path: KeyPath<Type, ToMany<Destination>>
  ) -> [Managed<Destination>] {
    get {
      var members: [ManagedObject]?
      if let offset = MemoryLayout<Type>.offset(of: path) {
        let key = SchemaPlace.key(Type.self, offset)
        let entry = managedObject.place(of: key)
        if _fastPath(entry.key == key) {
          members = managedObject.members(entry.place)
        }
      }
      // A view has the same layout as its object. This takes a third of the time for creating each view.
      return unsafeBitCast(
        members ?? Type.schema[keyPath: path].schemaKey.withName { managedObject.otherMembers($0) },
        to: [Managed<Destination>].self)
    }
    nonmutating set {
      // As above.
      Type.schema[keyPath: path].schemaKey.withName {
        managedObject.setMembers(unsafeBitCast(newValue, to: [ManagedObject].self), $0)
      }
    }
  }
}

extension Managed: Hashable {
  /// Returns whether two views show the same object.
  public static func == (left: Managed, right: Managed) -> Bool {
    left.managedObject === right.managedObject
  }
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) { hasher.combine(managedObject) }
}

extension Managed: CustomStringConvertible {
  /// The description of the object.
  public var description: String { managedObject.description }
}

extension ManagedObject {
  /// Reads a required attribute of a built-in type after the fast path has found nothing.
  ///
  /// `otherValue` explains the promise of `releasenone`.
  @_effects(releasenone) @inlinable @inline(never)
  final func otherRequiredValue<Value: AttributeConvertible>(_ name: PropertyName) -> Value {
    if Value.storageKind != .converted,
      let entry = entryToRead(name.key(Value.storageKind)),
      let value: Value = load(entry)
    {
      return value
    }
    return requiredValue(name)
  }

  /// Reads a required attribute in any possible way, and traps if it has no value.
  @inline(never) @usableFromInline
  final func requiredValue<Value: AttributeConvertible>(_ name: PropertyName) -> Value {
    let value = _property(named: name).flatMap(AttributeValue.from) ?? .null
    guard
      let converted = Value(attributeValue: value) ?? computedValue(name) ?? lastValue(name)
        ?? standIn(name)
    else {
      rejectAccess(
        "\(runtime.entity.name).\(name.text) must have a value of type \(Value.self) before it is "
          + "read, but has \(value). Set it first, or ask isSet(_:).")
    }
    return converted
  }
}
