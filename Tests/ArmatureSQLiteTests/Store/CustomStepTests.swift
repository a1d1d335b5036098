import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Custom steps of a migration, in SQLite and JSON files.
@Suite(.needsSQLite) struct CustomStepTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(
    _ kind: FileKind, _ model: ManagedObjectModel, _ steps: [StoreMigration.Step] = []
  ) throws -> PersistentContainer {
    try PersistentContainer(
      model: model, store: kind.store(folder.file("rows")), migration: .custom(steps))
  }

  /// The entities in both models, in addition to people.
  @ModelBuilder private static var filmsAndStudios: ModelBody {
    Entity("Studio") {
      Attribute("name", String.self)
      Relationship("films", to: "Film", .toMany, inverse: "studios")
    }
    Entity("Film") {
      Attribute("title", String.self)
      Relationship("director", to: "Person", inverse: "films").required()
      Relationship("studios", to: "Studio", .toMany, inverse: "films").required()
    }
  }

  private static func old() throws -> ManagedObjectModel {
    try ManagedObjectModel("Films") {
      Entity("Person") {
        Attribute("name", String.self)
        Relationship("films", to: "Film", .toMany, inverse: "director")
      }
      filmsAndStudios
    }
  }

  private static func named() throws -> ManagedObjectModel {
    try ManagedObjectModel("Films") {
      Entity("Person") {
        Attribute("first", String?.self)
        Attribute("last", String.self)
        Relationship("films", to: "Film", .toMany, inverse: "director")
      }
      filmsAndStudios
    }
  }

  private func fill(_ kind: FileKind) throws {
    let context = try open(kind, Self.old()).makeContext()
    let people = try ["Agnès Varda", "Cher"].map { name in
      let person = try context.insert("Person")
      person.name = name
      return person
    }
    let studio = try context.insert("Studio")
    studio.name = "Ciné-Tamaris"
    let film = try context.insert("Film")
    film.title = "Cléo"
    film.director = people[0]
    try film.insert(studio, into: "studios")
    try context.save()
  }

  private static func split(_ position: Int, from name: String = "name") -> StoreMigration.Step {
    .set(position == 0 ? "Person.first" : "Person.last", from: [name]) { old in
      guard case .string(let name)? = old["name"] else { return .null }
      let words = name.split(separator: " ")
      if position == 0 { return words.count > 1 ? .string(String(words[0])) : .null }
      return .string(String(words[words.count - 1]))
    }
  }

  @Test(arguments: FileKind.allCases)
  func `an optional attribute may get no value`(kind: FileKind) throws {
    try fill(kind)
    let context = try open(
      kind, Self.named(), [.drop("Person.name"), Self.split(0), Self.split(1)]
    ).makeContext()
    let people = try context.fetch("Person", orderedBy: [.descending("last")])
    #expect(people.map { $0["first"] } == ["Agnès", nil])
    #expect(people.map { $0["last"] } == ["Varda", "Cher"])
  }

  @Test(arguments: FileKind.allCases)
  func `a name that nothing has is told before anything changes`(kind: FileKind) throws {
    try fill(kind)
    let cases: [(StoreMigration.Step, PersistentStoreError)] = [
      (
        .set("Person.frist", from: ["name"]) { _ in .null },
        .unknownPlace("Person.frist", suggestion: "Person.first")
      ),
      (
        .set("Film.director", from: []) { _ in .null },
        .unknownPlace("Film.director", suggestion: nil)
      ),
      (Self.split(0, from: "nmae"), .unknownSource("nmae", of: "Person.first", suggestion: "name")),
    ]
    for (step, error) in cases {
      #expect(throws: error) {
        _ = try open(kind, Self.named(), [.drop("Person.name"), Self.split(1), step])
      }
      #expect(try open(kind, Self.old()).makeContext().count("Person") == 2)
    }
    #expect(
      "\(cases[0].1)" == """
        A custom step of a migration must set an attribute, named with the entity that declares \
        it, but "Person.frist" is not one. Nothing was changed. Did you mean "Person.first"?
        """)
    #expect(
      "\(cases[2].1)".contains("for \"Person.first\" it reads \"nmae\", which they did not have."))
  }

  @Test(arguments: FileKind.allCases, ["Person", "Studio"])
  func `objects that others must lead to are not dropped`(kind: FileKind, entity: String) throws {
    try fill(kind)
    // Dropped links are lost: they would lead to an entity that the objects do not belong to.
    let model = try ManagedObjectModel("Films") {
      Entity("Artist") { Attribute("name", String?.self) }
      if entity == "Studio" {
        Entity("Person") {
          Attribute("name", String.self)
          Relationship("films", to: "Film", .toMany, inverse: "director")
        }
      } else {
        Entity("Studio") {
          Attribute("name", String.self)
          Relationship("films", to: "Film", .toMany, inverse: "studios")
        }
      }
      Entity("Film") {
        Attribute("title", String.self)
        if entity == "Person" {
          Relationship("director", to: "Artist").required()
          Relationship("studios", to: "Studio", .toMany, inverse: "films").required()
        } else {
          Relationship("director", to: "Person", inverse: "films").required()
          Relationship("studios", to: "Artist", .toMany).required()
        }
      }
    }
    do {
      _ = try open(kind, model, [.drop(entity)])
      Issue.record("it is migrated")
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      let dropped = try #require(obstacles.first { $0.step.place == entity })
      #expect(dropped.rows.map(\.entity) == ["Film"] && dropped.count == 1, "\(obstacles)")
    }
    #expect(try open(kind, Self.old()).makeContext().count("Film") == 1)
  }

  @Test(arguments: FileKind.allCases)
  func `a value that is no case of an enumeration is refused`(kind: FileKind) throws {
    func model(_ type: AttributeType) throws -> ManagedObjectModel {
      try ManagedObjectModel(
        "Cups",
        entities: [
          EntityDescription("Cup", properties: [.attribute(AttributeDescription("size", type))])
        ])
    }
    let sizes = AttributeType.enumeration(
      name: "Size", raw: .string, cases: [.string("small"), .string("large")])
    let context = try open(kind, model(.int64)).makeContext()
    try context.insert("Cup").setValue(3, forKey: "size")
    try context.save()
    #expect(
      throws: PersistentStoreError.invalidValue(
        place: "Cup.size", type: sizes, value: .string("tiny"))
    ) {
      _ = try open(kind, model(sizes), [.set("Cup.size", from: ["size"]) { _ in .string("tiny") }])
    }
    #expect(try open(kind, model(.int64)).makeContext().fetch("Cup")[0]["size"] == 3)
    _ = try open(kind, model(sizes), [.set("Cup.size", from: ["size"]) { _ in .string("small") }])
  }

  @Test(arguments: FileKind.allCases)
  func `code that runs while a file is opened may ask the store`(kind: FileKind) throws {
    try fill(kind)
    let store = kind.store(folder.file("rows"))
    let steps: [StoreMigration.Step] = [
      .drop("Person.name"), Self.split(0),
      .set("Person.last") { _ in .string("\(store.identifier) \(try store.metadata() != nil)") },
    ]
    let container = try PersistentContainer(
      model: Self.named(), store: store, migration: .custom(steps))
    #expect(try container.makeContext().count("Person") { $0.last.hasSuffix("true") } == 2)
  }
}
