/// The model's view of the Swift class of an entity's objects.
package struct ObjectClass: Sendable, Hashable, Codable {
  package let name: String
  /// The typed accessors that the class declares, in order.
  package let accessors: @Sendable () -> [Accessor]
  /// The names of the other properties that objects of the class store.
  package let plainMembers: @Sendable () -> [String]
  /// The class itself. After decoding, it is `nil` until a class is bound again.
  package let maker: (any PropertyContainer.Type)?

  /// A typed accessor: `@Property("title") var title: String`.
  package struct Accessor: Sendable {
    /// The name of the member in the class.
    package let member: String
    /// The hash of the property's name. Objects store only this hash.
    package let hash: UInt32
    package let type: AttributeType?
    /// The test of values of the Swift type.
    package let test: ValueTest?
    package let isOptional: Bool
    package let site: DeclarationSite
    /// The objects that the accessor reads; `nil` for an attribute.
    package let objects: Objects?

    package init(
      member: String, hash: UInt32, type: AttributeType?, test: ValueTest? = nil, isOptional: Bool,
      site: DeclarationSite, objects: Objects? = nil
    ) {
      self.member = member
      self.hash = hash
      self.type = type
      self.test = test
      self.isOptional = isOptional
      self.site = site
      self.objects = objects
    }

    /// The objects that a relationship accessor reads.
    package struct Objects: Sendable {
      /// The type in the source of the class.
      package let declared: String
      package let areMany: Bool
      /// Returns whether the accessor may read objects of a class. The argument is `nil` if the entity declares no
      /// class.
      package let admit: @Sendable ((any PropertyContainer.Type)?) -> Bool

      package init(
        declared: String, areMany: Bool,
        admit: @escaping @Sendable ((any PropertyContainer.Type)?) -> Bool
      ) {
        self.declared = declared
        self.areMany = areMany
        self.admit = admit
      }
    }
  }

  package init(
    name: String, maker: (any PropertyContainer.Type)?,
    accessors: @escaping @Sendable () -> [Accessor],
    plainMembers: @escaping @Sendable () -> [String] = { [] }
  ) {
    self.name = name
    self.maker = maker
    self.accessors = accessors
    self.plainMembers = plainMembers
  }

  package init(from decoder: any Decoder) throws {
    self.init(name: try decoder.singleValueContainer().decode(String.self), maker: nil) { [] }
  }
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
  package static func == (left: ObjectClass, right: ObjectClass) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// Returns true if a class is another class or a subclass of it.
package func isClass(
  _ type: any PropertyContainer.Type, under other: any PropertyContainer.Type
) -> Bool {
  func test<Other: PropertyContainer>(_ other: Other.Type) -> Bool { type is Other.Type }
  return test(other)
}

/// The layout of a schema type. Typed views use it to find properties without loading their names.
///
/// For the compiler, the key path of a typed member is a constant offset, and the type of the schema is a constant
/// address. Their sum identifies the property and costs only one instruction, so an access takes 1.4 ns, or 2 ns in a
/// loop. Loading the name from the schema costs more, because the schema is a lazy global: an access would take 2.1 ns,
/// or 20 ns in a loop.
package struct SchemaShape: Sendable {
  /// An attribute of the schema.
  package struct Member: Sendable {
    package let name: String
    package let key: UInt64
    package let kind: StorageKind
  }

  package let members: [Member]
  /// The issues of the schema type itself.
  let issues: [SchemaIssue]
}

extension SchemaShape: Hashable, Codable {
  /// Layouts are not part of the model's content.
  package static func == (left: SchemaShape, right: SchemaShape) -> Bool { true }
  package func hash(into hasher: inout Hasher) {}
  package init(from decoder: any Decoder) throws {
    members = []
    issues = []
  }
  package func encode(to encoder: any Encoder) throws { _ = encoder.singleValueContainer() }
}

/// A member of a schema type that is not a property of that schema.
struct SchemaIssue: Sendable {
  let label: String
  let fact: Fact
  /// The place of the declaration; unknown for members that do not record it.
  let site: DeclarationSite

  enum Fact: Sendable {
    /// A value of another type, with the attribute that was probably intended.
    case notAProperty(type: String, attribute: String?)
    /// A property with a name that differs from its label.
    case named(String)
    /// A copy of a property under another label.
    case copied(of: String)
    /// A property of a schema that is created again at each use, so its name is lost.
    case remade
  }
}
