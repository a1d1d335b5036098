#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The name of a property of a schema type. It is found by reflection when a model is first built.
///
/// `@unchecked Sendable`: the name is written once, under a lock, before any typed view can exist. After that, it is
/// only read. A reader in another task either receives the model from the task that wrote the name, or builds its own
/// model under the same lock.
@usableFromInline package final class SchemaKey: @unchecked Sendable {
  /// The name for lookups in tables. A constant pointer avoids exclusivity checks.
  @usableFromInline package let name: UnsafeMutablePointer<PropertyName>
  private var bytes: UnsafeMutableRawBufferPointer?

  init() {
    name = .allocate(capacity: 1)
    name.initialize(to: "")
  }

  deinit {
    name.deallocate()
    bytes?.deallocate()
  }

  /// Whether the schema has been reflected.
  package var isBound: Bool { name.pointee.count > 0 }

  /// The name as text. Empty until the schema has been reflected.
  package var text: String { name.pointee.text }

  /// Calls a closure with the name, which is valid as long as the key exists.
  ///
  /// The key of a stored property exists as long as its schema. A computed property is not allowed in a schema, and its
  /// key exists only as long as a reference to it. The closure reports this as an issue.
  @inlinable package func withName<Result, Failure: Error>(
    _ body: (PropertyName) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(name.pointee)
  }

  /// Binds the property to its name. Further calls have no effect.
  func bind(_ text: String) {
    guard !isBound else { return }
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: utf8.count, alignment: 8)
    copy.copyBytes(from: utf8)
    bytes = copy
    if let start = copy.baseAddress {
      name.pointee = PropertyName(start: start, count: utf8.count)
    }
  }

  /// Calls a closure while no other thread binds names.
  static func binding<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }

  private static let lock = Lock()
}

extension SchemaKey {
  /// Returns the name of the property. If no model was built with the schema yet, this first reads the labels of the
  /// properties.
  func name<Entity: EntityType, Property>(_ property: KeyPath<Entity, Property>) -> String {
    name(Property.self, in: Entity.self)
  }

  fileprivate func name<Entity: EntityType>(_ property: Any.Type, in entity: Entity.Type) -> String
  {
    // Under the lock, since another thread may be binding the names.
    if !SchemaKey.binding({ isBound }) { bindSchemaNames(of: entity) }
    return isBound ? text : NamelessMember.name(property)
  }
}

extension EntityType {
  /// Returns the name of the property at a key path, for callers that do not need its type.
  package static func propertyName(_ path: PartialKeyPath<Self>) -> String {
    let property = schema[keyPath: path]
    let type = Swift.type(of: property)
    guard let property = property as? any SchemaProperty else { return NamelessMember.name(type) }
    return property.schemaKey.name(type, in: Self.self)
  }
}

/// A place in a schema, given by its offset.
@usableFromInline package enum SchemaPlace {
  /// Returns the key of an offset in a schema.
  @usableFromInline @_transparent package static func key<Type: EntityType>(
    _ type: Type.Type, _ offset: Int
  ) -> UInt64 {
    let address = unsafeBitCast(type as Any.Type, to: UInt.self)
    return UInt64(address &+ UInt(bitPattern: offset))
  }

  /// Returns the name of the property at an offset in a schema.
  @usableFromInline package static func name<Type: EntityType>(in type: Type.Type, at offset: Int)
    -> PropertyName
  {
    withUnsafeBytes(of: Type.schema) { bytes in
      // A property begins with the reference to its key.
      let key = bytes.load(fromByteOffset: offset, as: Unmanaged<SchemaKey>.self)
      return key._withUnsafeGuaranteedRef { $0.name.pointee }
    }
  }
}

/// A property of a schema, of any kind.
protocol SchemaProperty {
  var schemaKey: SchemaKey { get }
  /// A name that the declaration has given, which is an issue in a schema. It is empty if the declaration has given no
  /// name.
  var givenName: String { get }
  var site: DeclarationSite { get }
  /// The storage kind of the values in a row.
  var storageKind: StorageKind? { get }
  /// Returns the members that the property adds to its entity under a name.
  func members(named name: String) -> [EntityMember]
}
