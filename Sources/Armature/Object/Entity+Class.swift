public import ArmatureModel

extension Entity {
  /// Declares an entity whose objects are of a class, with life-cycle overrides and typed accessors.
  ///
  /// Building the model checks each `@Property` of the class against the entity. For that it makes one
  /// object of the class that belongs to no context and gets no hooks.
  public init<Object: ManagedObject>(
    _ name: String, class type: Object.Type, parent: String? = nil, isAbstract: Bool = false,
    in configurations: String..., file: String = #fileID, line: Int = #line,
    @PropertyBuilder _ body: () -> EntityBody
  ) {
    self.init(name, parent: parent, isAbstract: isAbstract, file: file, line: line, body)
    description.configurations = configurations
    description.className = "\(Object.self)"
    let site = description.site
    let maker: ManagedObject.Type = Object.self
    description.objectClass = ObjectClass(name: "\(Object.self)", maker: maker) {
      accessors(of: Object.self, site: site)
    }
  }
}

/// A typed accessor of a class, whatever its type.
private protocol Accessor {
  var accessor: (name: String, type: AttributeType?, isOptional: Bool) { get }
}

extension Property: Accessor {
  fileprivate var accessor: (name: String, type: AttributeType?, isOptional: Bool) {
    let type = Value.self as? any AttributeConvertible.Type
    return (name.text, type?.attributeType, type?.isOptional ?? true)
  }
}

/// The accessors that a class declares, found by reflection on an object that has no properties.
private func accessors<Object: ManagedObject>(
  of type: Object.Type, site: DeclarationSite
) -> [ObjectClass.Accessor] {
  let runtime = EntityRuntime(EntityDescription("\(type)"), index: 0, lineage: [])
  let object = Object(ObjectSeed(runtime: runtime, row: Row.allocate(runtime.layout)))
  var accessors: [ObjectClass.Accessor] = []
  var mirror: Mirror? = Mirror(reflecting: object)
  while let current = mirror {
    for case let property as any Accessor in current.children.map(\.value) {
      let (name, type, isOptional) = property.accessor
      accessors.append(
        ObjectClass.Accessor(name: name, type: type, isOptional: isOptional, site: site))
    }
    mirror = current.superclassMirror
  }
  return accessors
}
