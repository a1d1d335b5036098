import Armature

/// The model of the conformance suite, with all kinds of relationships and all types of attributes.
enum ConformanceModel {
  static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Conformance", entities: beings + books + crates + [sample])
  }

  private static func attribute(
    _ name: String, _ type: AttributeType, isOptional: Bool = true
  ) -> PropertyDescription {
    .attribute(AttributeDescription(name, type, isOptional: isOptional))
  }

  private static func link(
    _ name: String, to destination: String, _ arity: RelationshipDescription.Arity = .toOne,
    inverse: String? = nil, onDelete deleteRule: DeleteRule = .nullify
  ) -> PropertyDescription {
    .relationship(
      RelationshipDescription(name, to: destination, arity, inverse: inverse, onDelete: deleteRule))
  }

  /// A hierarchy of entities with an abstract root and unique names.
  private static var beings: [EntityDescription] {
    [
      EntityDescription(
        "Being", isAbstract: true,
        properties: [
          attribute("name", .string, isOptional: false), attribute("rank", .int64),
          link("friends", to: "Being", .toMany, inverse: "friends"),
        ], uniquenessConstraints: [UniquenessConstraint(["name"])]),
      EntityDescription(
        "Author", parent: "Being",
        properties: [
          link("books", to: "Book", .toMany, inverse: "author"),
          link("best", to: "Book", inverse: "bestOf"),
        ]),
      EntityDescription(
        "Reader", parent: "Being",
        properties: [link("favourites", to: "Book", .ordered, inverse: "fans")]),
    ]
  }

  private static var books: [EntityDescription] {
    [
      EntityDescription(
        "Book",
        properties: [
          attribute("title", .string, isOptional: false), attribute("pages", .int64),
          attribute("price", .decimal), attribute("weight", .double), attribute("isOut", .bool),
          attribute("published", .date),
          .attribute(AttributeDescription("draft", .string, isOptional: true, isTransient: true)),
          link("author", to: "Author", inverse: "books"),
          link("bestOf", to: "Author", inverse: "best"),
          link("fans", to: "Reader", .toMany, inverse: "favourites"),
          link("tags", to: "Tag", .toMany, inverse: "books"),
          link("chapters", to: "Chapter", .ordered, inverse: "book"),
          link("next", to: "Book"), link("mentions", to: "Being", .toMany),
        ]),
      EntityDescription("Novel", parent: "Book", properties: [attribute("genre", .string)]),
      EntityDescription(
        "Tag",
        properties: [
          attribute("name", .string, isOptional: false),
          link("books", to: "Book", .toMany, inverse: "tags"),
        ], uniquenessConstraints: [UniquenessConstraint(["name"])]),
      EntityDescription(
        "Chapter",
        properties: [
          attribute("title", .string), attribute("number", .int32),
          link("book", to: "Book", inverse: "chapters"),
        ], uniquenessConstraints: [UniquenessConstraint(["number", "book"])]),
    ]
  }

  /// Entities with relationships that deny or cascade deletions.
  private static var crates: [EntityDescription] {
    [
      EntityDescription(
        "Crate",
        properties: [
          link("toys", to: "Toy", .toMany, inverse: "crate", onDelete: .deny),
          link("labels", to: "Toy", .toMany, inverse: "labelled", onDelete: .cascade),
          link("spares", to: "Toy", .ordered, onDelete: .cascade),
        ]),
      EntityDescription(
        "Toy",
        properties: [
          link("crate", to: "Crate", inverse: "toys"),
          link("labelled", to: "Crate", .toMany, inverse: "labels"),
        ]),
    ]
  }

  /// An entity with an optional attribute of each type, named after the type.
  private static var sample: EntityDescription {
    let address: [AttributeDescription] = [
      AttributeDescription("street", .string),
      AttributeDescription("number", .int16, isOptional: true),
      AttributeDescription(
        "place",
        .composite([
          AttributeDescription("latitude", .double), AttributeDescription("longitude", .double),
        ]), isOptional: true),
    ]
    return EntityDescription(
      "Sample",
      properties: AttributeType.simpleTypes.compactMap { type in
        type.word.map { attribute($0, type) }
      } + [
        attribute("texts", .list(.string)), attribute("numbers", .list(.int64)),
        attribute(
          "enumeration",
          .enumeration(name: "Format", raw: .string, cases: [.string("paper"), .string("audio")])),
        .attribute(
          AttributeDescription(
            "transformable", .transformable(name: "Colour", stored: .data), isOptional: true,
            allowsExternalBinaryDataStorage: true)),
        attribute("composite", .composite(address)),
      ])
  }
}
