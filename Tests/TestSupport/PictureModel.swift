public import ArmatureModel

/// Two versions of a small model with everything that diagrams show.
public enum PictureModel {
  /// Returns the older version.
  public static func released() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Library",
      entities: [
        EntityDescription(
          "Work", isAbstract: true,
          properties: [
            .attribute(AttributeDescription("title", .string, isIdentifying: true)),
            .attribute(AttributeDescription("pages", .int64)), authors,
          ], uniquenessConstraints: [UniquenessConstraint(["title"])]),
        EntityDescription(
          "Book", parent: "Work", properties: [sequel("next"), sequel("previous")]),
        EntityDescription(
          "Author", properties: [.attribute(AttributeDescription("name", .string)), works]),
        EntityDescription("Loan", properties: [.attribute(AttributeDescription("out", .date))]),
      ])
  }

  /// Returns the newer version.
  public static func next() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "Library",
      entities: [
        EntityDescription(
          "Work", isAbstract: true,
          properties: [
            .attribute(AttributeDescription("title", .string, isIdentifying: true)),
            .attribute(AttributeDescription("tags", .list(.string), isOptional: true)), authors,
          ], uniquenessConstraints: [UniquenessConstraint(["title"])]),
        EntityDescription(
          "Book", parent: "Work", properties: [sequel("next"), sequel("previous")]),
        EntityDescription(
          "Author",
          properties: [
            .attribute(AttributeDescription("name", .string, isOptional: true)), works,
          ]),
        EntityDescription(
          "Shelf",
          properties: [
            .relationship(RelationshipDescription("books", to: "Book", .toMany, isTransient: true))
          ]),
      ])
  }

  private static let authors = PropertyDescription.relationship(
    RelationshipDescription(
      "authors", to: "Author", .ordered, inverse: "works", isOptional: false))
  private static let works = PropertyDescription.relationship(
    RelationshipDescription("works", to: "Work", .toMany, inverse: "authors"))

  private static func sequel(_ name: String) -> PropertyDescription {
    .relationship(
      RelationshipDescription(name, to: "Book", inverse: name == "next" ? "previous" : "next"))
  }

  /// Names that would be markup if they were not escaped.
  public static let hostileNames = [
    "</title><script>alert(1)</script>", "a\"b'c&amp;<d>", "]]>-->", "} ||--o{ X : \"y",
    "\\\"];evil",
    "%%{init: {}}%%", "名前 🙂", "<table>", "end", "class", "#quot;", "a:b;c",
  ]

  /// Returns a model made of such names.
  public static func hostile() throws -> ManagedObjectModel {
    try ManagedObjectModel(
      "</svg>\"&",
      entities: hostileNames.enumerated().map { index, name in
        EntityDescription(
          name,
          properties: hostileNames.map { .attribute(AttributeDescription("x" + $0, .string)) } + [
            .relationship(
              RelationshipDescription(
                "to" + name, to: hostileNames[(index + 1) % hostileNames.count]))
          ])
      })
  }
}
