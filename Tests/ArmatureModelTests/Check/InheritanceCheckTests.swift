import ArmatureModel
import Testing

@Suite struct InheritanceCheckTests {
  @Test(arguments: badModels) func `a bad hierarchy is reported`(model: BadModel) {
    #expect(model.found == model.issues)
  }

  static let badModels: [BadModel] = [
    BadModel(
      "missing parent",
      Expected(
        .unknownParent, 1,
        #"Novel names the parent "Bok", which the model lacks. Did you mean "Book"?"#)
    ) {
      Entity("Book") {}
      Entity("Novel", parent: "Bok") {}
    },
    BadModel(
      "missing parent that resembles nothing",
      Expected(.unknownParent, 0, #"Novel names the parent "Publication", which the model lacks."#)
    ) { Entity("Novel", parent: "Publication") {} },
    BadModel(
      "nothing is unknown to an entity whose parent is missing",
      Expected(.unknownParent, 0, #"Novel names the parent "Book", which the model lacks."#)
    ) {
      Entity("Novel", parent: "Book") {
        Unique("title")
        Index("pages")
        rule("long") { $0.pages > 100 }
        Relationship("reader", to: "Reader", inverse: "books")
      }
      Entity("Poem", parent: "Novel") { Unique("title", "verse") }
      Entity("Reader") {
        Relationship("novels", to: "Novel", .toMany, inverse: "owner")
        rule("reads") { $0.novels.any { $0.title != nil } }
        Relationship("books", to: "Novel", .toMany)
      }
    },
    BadModel(
      "parent of itself",
      Expected(
        .inheritanceCycle, 0,
        "Book must have another entity as its parent, but names itself.")
    ) { Entity("Book", parent: "Book") { Unique("title") } },
    BadModel(
      "two cycles and what hangs on them",
      Expected(
        .inheritanceCycle, 1,
        "A must not inherit from itself, but does: A → B → C → A. Remove one of the parents."),
      Expected(
        .inheritanceCycle, 5,
        #""x y" must not inherit from itself, but does: "x y" → Z → "x y"."#
          + " Remove one of the parents.")
    ) {
      Entity("Below", parent: "C") { Unique("unknown") }
      Entity("A", parent: "B") {}
      Entity("C", parent: "A") {}
      Entity("B", parent: "C") {}
      Entity("Root") {}
      Entity("x y", parent: "Z") {}
      Entity("Z", parent: "x y") {}
    },
    BadModel(
      "abstract without heirs",
      Expected(
        .abstractWithoutSubentities, 1,
        "Journal is abstract and must have a sub-entity, but has none."
          + " Declare one, or let it have objects of its own.")
    ) {
      Entity("Publication", isAbstract: true) {}
      Entity("Journal", parent: "Publication", isAbstract: true) {}
      Entity("Book", parent: "Publication") {}
    },
  ]

  @Test func `a sub-entity has what its parent has, in front of its own`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Novel", parent: "Book") {
        Attribute("genre", String.self)
        Unique("genre", "title")
        rule("has a genre") { $0.genre != "" }
      }
      Entity("Book", parent: "Publication") {
        Attribute("isbn", String.self).unique()
        rule("has a number") { $0.isbn != "" }
      }
      Entity("Publication", isAbstract: true) {
        Attribute("title", String.self)
        Relationship("publisher", to: "Publisher", inverse: "publications")
        Index("title")
      }
      Entity("Publisher") { Relationship("publications", to: "Publication", .toMany) }
    }
    let novel = try #require(model["Novel"])
    #expect(novel.properties.map(\.name) == ["title", "publisher", "isbn", "genre"])
    #expect(novel.ownProperties.map(\.name) == ["genre"])
    #expect(novel.uniquenessConstraints.map(\.properties) == [["isbn"], ["genre", "title"]])
    #expect(novel.rules.map(\.requirement).count == 2)
    #expect(novel.indexes == [])
    #expect(model["Book"]?.properties.map(\.name) == ["title", "publisher", "isbn"])
    #expect(model.entities.map(\.name) == ["Novel", "Book", "Publication", "Publisher"])
    #expect(model.warnings == [])
  }

  @Test func `objects are of the class of the nearest ancestor that has one`() throws {
    func entity(_ name: String, parent: String?, class className: String?) -> EntityDescription {
      var entity = EntityDescription(name, parent: parent)
      if let className {
        entity.className = className
        entity.objectClass = ObjectClass(name: className, maker: nil) { [] }
      }
      return entity
    }
    let model = try ManagedObjectModel(
      "Classes",
      entities: [
        entity("C", parent: "B", class: nil), entity("A", parent: nil, class: "AObject"),
        entity("B", parent: "A", class: nil), entity("D", parent: "B", class: "DObject"),
        entity("E", parent: nil, class: nil),
      ])
    let names = model.entities.map { "\($0.name) \($0.className) \($0.objectClass?.name ?? "-")" }
    #expect(
      names == [
        "C AObject AObject", "A AObject AObject", "B AObject AObject", "D DObject DObject",
        "E ManagedObject -",
      ])
  }

  @Test func `names are found in every ancestor, and in no other entity`() throws {
    // A tree with three children per node, in which siblings declare properties of the same name.
    func parent(_ number: Int) -> Int? { number == 0 ? nil : (number - 1) / 3 }
    func lineage(_ number: Int) -> [Int] { (parent(number).map(lineage) ?? []) + [number] }
    func names(_ number: Int) -> [String] {
      let level = lineage(number).count
      return (number % 3 == 1 ? [] : ["level\(level)"]) + ["own\(number)"]
    }
    let all = (0..<40).flatMap(names)
    for number in [0, 1, 13, 39] {
      let inherited = lineage(number).flatMap(names)
      for name in Set(all) {
        // In reverse order: children come before their parents.
        let entities = (0..<40).reversed().map { position in
          EntityDescription(
            "E\(position)", parent: parent(position).map { "E\($0)" },
            properties: names(position).map { .attribute(AttributeDescription($0, .string)) },
            uniquenessConstraints: position == number ? [UniquenessConstraint([name])] : [])
        }
        let model = try? ManagedObjectModel("Tree", entities: entities)
        #expect((model != nil) == inherited.contains(name), "\(name) in E\(number)")
        if let model { #expect(model["E\(number)"]?.properties.map(\.name) == inherited) }
      }
    }
  }

  @Test func `a hierarchy of 5,000 levels builds`() throws {
    let entities = (0..<5_000).map { level in
      EntityDescription("E\(level)", parent: level == 4_999 ? nil : "E\(level + 1)")
    }
    let model = try ManagedObjectModel("Deep", entities: entities)
    #expect(model.entity("E0", isKindOf: "E4999"))
  }
}
