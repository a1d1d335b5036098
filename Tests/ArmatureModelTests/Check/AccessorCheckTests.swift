import ArmatureModel
import Testing

@Suite struct AccessorCheckTests {
  private static func book(
    _ accessors: ObjectClass.Accessor..., parent: String? = nil
  ) -> EntityDescription {
    var entity = Entity("Book", parent: parent) {
      Attribute("title", String.self)
      Attribute("subtitle", String?.self)
      Attribute("pages", Int32.self)
      Composite("size") {
        Attribute("height", Int.self).range(1...)
        Attribute("width", Int.self)
      }
      Relationship("author", to: "Book")
    }.description
    entity.objectClass = ObjectClass(name: "BookObject", maker: nil) { accessors }
    return entity
  }

  private static func accessor(
    _ name: String, _ type: AttributeType?, isOptional: Bool = false
  ) -> ObjectClass.Accessor {
    ObjectClass.Accessor(
      member: name, hash: name.withPropertyName(\.accessorHash), type: type,
      isOptional: isOptional,
      site: DeclarationSite(file: "Book.swift", line: 1))
  }

  @Test(arguments: [
    (
      accessor("titel", .string), ModelIssue.Code.unknownAccessor,
      "Book must have a property for each @Property of BookObject, but has none with the name "
        + #"of "titel". Did you mean "title"?"#
    ),
    (
      ObjectClass.Accessor(
        member: "title", hash: "titel".withPropertyName(\.accessorHash), type: .string,
        isOptional: false, site: DeclarationSite(file: "Book.swift", line: 1)),
      .unknownAccessor,
      "Book must have a property for each @Property of BookObject, but has none with the name "
        + #"of "title". Write @Property("title")."#
    ),
    (
      accessor("title", .int64), .accessorType,
      "Book.title must have an accessor of type String, but BookObject declares Int."
    ),
    (
      accessor("title", .string, isOptional: true), .accessorType,
      "Book.title must have an accessor of type String, but BookObject declares String?."
    ),
    (
      accessor("subtitle", .string), .accessorType,
      "Book.subtitle must have an accessor of type String?, but BookObject declares String."
    ),
    (
      accessor("pages", .int64), .accessorType,
      "Book.pages must have an accessor of type Int32, but BookObject declares Int."
    ),
    (
      accessor("size", .composite([AttributeDescription("height", .int64)])), .accessorType,
      "Book.size must have an accessor of type composite, but BookObject declares composite."
    ),
    (
      accessor("author", .string, isOptional: true), .accessorType,
      "Book.author is a relationship and must have an accessor for objects, but BookObject"
        + " declares String?."
    ),
  ])
  func `an accessor that disagrees is reported`(
    accessor: ObjectClass.Accessor, code: ModelIssue.Code, message: String
  ) throws {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Library", entities: [Self.book(accessor)])
    }
    #expect(error?.issues.map(\.code) == [code])
    #expect(error?.issues.map(\.message) == [message])
    #expect(error?.issues.map(\.site.description) == ["Book.swift:1"])
  }

  @Test(arguments: [nil, AttributeType.string])
  func `an accessor for a fetched property is refused, and told what reads it`(
    type: AttributeType?
  ) throws {
    var book = Self.book(Self.accessor("sequels", type))
    book.ownProperties.append(
      .fetched(FetchedPropertyDescription("sequels", of: "Book", where: .constant(true))))
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Library", entities: [book])
    }
    #expect(error?.issues.map(\.code) == [.fetchedAccessor])
    #expect(
      error?.issues.map(\.message) == [
        "Book.sequels is fetched again each time and must have no @Property, but BookObject "
          + "declares one. Write"
          + #" var sequels: [BookObject] { self[dynamicMember: "sequels"] ?? [] }."#
      ])
    #expect(error?.issues.map(\.site.description) == ["Book.swift:1"])
  }

  @Test func `accessors that agree build`() throws {
    let elements = [AttributeDescription("width", .int64), AttributeDescription("height", .int64)]
    let model = try ManagedObjectModel(
      "Library",
      entities: [
        Self.book(
          Self.accessor("title", .string), Self.accessor("subtitle", .string, isOptional: true),
          Self.accessor("pages", .int32), Self.accessor("size", .composite(elements)),
          Self.accessor("author", nil, isOptional: true), Self.accessor("title", nil))
      ])
    #expect(model["Book"]?.objectClass?.name == "BookObject")
  }

  @Test func `names that accessors cannot tell apart are refused`() {
    var entity = Entity("Book") {
      Attribute("field23745", String.self)
      Attribute("field25994", String.self)
    }.description
    #expect(throws: Never.self) { try ManagedObjectModel("Library", entities: [entity]) }
    entity.objectClass = ObjectClass(name: "BookObject", maker: nil) {
      [Self.accessor("field23745", .string)]
    }
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Library", entities: [entity])
    }
    #expect(error?.issues.map(\.code) == [.ambiguousAccessor])
    #expect(
      error?.issues.map(\.message) == [
        #"Book has the properties "field23745" and "field25994", whose names have the same "#
          + #"hash, so @Property cannot distinguish them. Rename one of them."#
      ])
  }

  @Test func `accessors of an entity whose parent is missing are not unknown`() {
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel(
        "Library",
        entities: [Self.book(Self.accessor("publisher", .string), parent: "Publication")])
    }
    #expect(error?.issues.map(\.code) == [.unknownParent])
  }
}
