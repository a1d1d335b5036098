public import ArmatureModel

extension Entity {
  /// Declares an entity whose objects have a custom class. In the class, you can override life-cycle hooks and declare
  /// typed accessors.
  ///
  /// When the model is built, each `@Property` of the class is checked against the entity. For this check, Armature
  /// creates one object of the class that belongs to no context, and calls no hooks on it.
  public init<Object: ManagedObject>(
    _ name: String, class type: Object.Type, parent: String? = nil, isAbstract: Bool = false,
    in configurations: String..., file: String = #fileID, line: Int = #line,
    @PropertyBuilder _ body: () -> EntityBody
  ) {
    self.init(name, parent: parent, isAbstract: isAbstract, file: file, line: line, body)
    description.configurations = configurations
    description.bind(Object.self)
  }
}

extension EntityDescription {
  /// Sets the class of the objects.
  mutating func bind<Object: ManagedObject>(_ type: Object.Type) {
    let site = site
    className = "\(type)"
    objectClass = ObjectClass(name: "\(type)", maker: type) {
      members(of: type).compactMap { label, value in
        guard let property = value as? any Accessor else { return nil }
        // The compiler stores a property wrapper under the member's name with an underscore.
        return property.accessor(of: String(label.drop { $0 == "_" }), at: site)
      }
    } plainMembers: {
      members(of: type).compactMap { label, value in
        if value is any Accessor { return nil }
        return label.hasPrefix(lazyPrefix) ? String(label.dropFirst(lazyPrefix.count)) : label
      }
    }
  }
}

/// A typed accessor of a class, of any type.
private protocol Accessor {
  func accessor(of member: String, at site: DeclarationSite) -> ObjectClass.Accessor
}

extension Property: Accessor {
  fileprivate func accessor(of member: String, at site: DeclarationSite) -> ObjectClass.Accessor {
    let type = Value.self as? any AttributeConvertible.Type
    let isOptional = type?.isOptional ?? (Value.from(nil) != nil)
    var objects: ObjectClass.Accessor.Objects?
    if let type = unwrapped(Value.self) as? ManagedObject.Type {
      objects = self.objects(type, areMany: false, isOptional)
    } else if let type = Value.self as? any ObjectCollection.Type {
      objects = self.objects(type.elementClass, areMany: true, isOptional)
    }
    return ObjectClass.Accessor(
      member: member, hash: key & ~15, type: type?.attributeType,
      test: type.flatMap { valueTest($0) },
      isOptional: isOptional, site: site, objects: objects)
  }

  private func objects(
    _ type: any PropertyContainer.Type, areMany: Bool, _ isOptional: Bool
  ) -> ObjectClass.Accessor.Objects {
    let isSet = Value.self is any SetAlgebra.Type
    let declared =
      areMany ? isSet ? "Set<\(type)>" : "[\(type)]" : "\(type)\(isOptional ? "?" : "")"
    return ObjectClass.Accessor.Objects(declared: declared, areMany: areMany) {
      isClass($0 ?? ManagedObject.self, under: type)
    }
  }
}

private func valueTest<Value: AttributeConvertible>(_ type: Value.Type) -> ValueTest? {
  ValueTest(type, of: type.attributeType)
}

/// The compiler's prefix for the storage of a lazy property.
private let lazyPrefix = "$__lazy_storage_$_"

/// Returns the stored properties that a class adds. They are found by reflection on an object without properties.
private func members<Object: ManagedObject>(
  of type: Object.Type
) -> [(label: String, value: Any)] {
  let runtime = EntityRuntime(EntityDescription("\(type)"), index: 0, tree: EntityTree([]))
  let row = Row.allocate(runtime.shape)
  let object = Object(ObjectSeed(entries: runtime.table.entries, base: row.base))
  // The object may be kept by code in its `init`.
  _ = Unmanaged.passRetained(runtime)
  row.state.insert(.ownsRuntime)
  var members: [(label: String, value: Any)] = []
  var mirror: Mirror? = Mirror(reflecting: object)
  while let current = mirror, current.subjectType != ManagedObject.self {
    members += current.children.map { ($0.label ?? "", $0.value) }
    mirror = current.superclassMirror
  }
  return members
}
