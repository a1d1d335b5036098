import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Migrations with custom steps for changes that the models do not determine.
@Suite(.needsSQLite) struct SQLiteCustomMigrationTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
    let container = try PersistentContainer(model: Self.old(), store: SQLiteStore(path))
    let context = container.makeContext()
    let shelf = try context.insert("Shelf")
    let box = try context.insert("Box")
    for (title, pages) in [("Emma", 474), ("Dune", 412)] {
      let book = try context.insert("Book")
      try book.setValuesForKeys(["title": title, "pages": pages])
      try book.setValue(shelf, forKey: "place")
    }
    let other = try context.insert("Book")
    try other.setValuesForKeys(["title": "Persuasion", "pages": 249])
    try other.setValue(box, forKey: "place")
    try other.insert(box, into: "seen")
    try other.insert(shelf, into: "seen")
    try context.save()
  }

  private static func old() throws -> ManagedObjectModel {
    try model {
      Attribute("title", String.self)
      Attribute("pages", Int.self)
    }
  }

  /// Returns a model without boxes and pages, and with sizes that have no source.
  private static func new() throws -> ManagedObjectModel {
    try model(hasBoxes: false) {
      Attribute("title", String.self)
      Attribute("size", String.self)
    }
  }

  private static func model(
    hasBoxes: Bool = true, @PropertyBuilder _ book: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") {
      Entity("Place", isAbstract: true) {
        Relationship("books", to: "Book", .toMany, inverse: "place")
        Relationship("readers", to: "Book", .toMany, inverse: "seen")
      }
      Entity("Shelf", parent: "Place") {}
      if hasBoxes { Entity("Box", parent: "Place") {} }
      Entity("Book") {
        book()
        Relationship("place", to: "Place", inverse: "books")
        Relationship("seen", to: "Place", .ordered, inverse: "readers")
      }
    }
  }

  /// Expects that a file of the old model has all its objects.
  private func expectOldFile() throws {
    let context = try PersistentContainer(
      model: Self.old(), store: SQLiteStore(path), migration: .refuse
    ).makeContext()
    #expect(try context.count("Book") == 3 && context.count("Place") == 2)
  }

  private func open(
    _ model: ManagedObjectModel, _ steps: [StoreMigration.Step]
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: SQLiteStore(path), migration: .custom(steps))
  }

  private static let size = StoreMigration.Step.set("Book.size", from: ["pages"]) { old in
    guard case .int(let pages)? = old["pages"] else { return .null }
    return .string(pages > 400 ? "thick" : "thin")
  }

  @Test func `what is said to go goes, and what is computed of old values is there`() throws {
    let model = try Self.new()
    let container = try open(model, [.drop("Box"), .drop("Book.pages"), Self.size])
    let context = container.makeContext()
    let books = try context.fetch("Book", orderedBy: [.ascending("title")])
    #expect(books.map { $0.text("size") } == ["thick", "thick", "thin"])
    #expect(books.map { $0.targets("place") } == [["Shelf"], ["Shelf"], []])
    #expect(books.map { $0.targets("seen") } == [[], [], ["Shelf"]])
    #expect(try context.count("Place") == 1)
    for book in books { try book.validateForSave() }
    // The same list of steps works for a file that already has the new model.
    _ = try open(model, [.drop("Box"), .drop("Book.pages"), Self.size])
    #expect(throws: Never.self) {
      try PersistentContainer(model: model, store: SQLiteStore(path), migration: .refuse)
    }
  }

  @Test func `what is not said stands in the way, and nothing changes`() throws {
    let cases: [([StoreMigration.Step], [String])] = [
      ([], ["Book.size", "Book.pages", "Box"]),
      ([.drop("Box"), Self.size], ["Book.pages"]),
      ([.drop("Book.pages"), .drop("Book.size")], ["Book.size", "Box"]),
      ([.drop("Book.pages"), .drop("Boxes"), Self.size], ["Box"]),
    ]
    for (steps, places) in cases {
      do {
        _ = try open(Self.new(), steps)
        Issue.record("it is migrated")
      } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
        #expect(obstacles.map(\.step.place) == places)
      }
    }
    try expectOldFile()
  }

  private struct Refusal: Error {}

  @Test func `a closure that throws, or gives what cannot be, leaves the rows as they were`() throws
  {
    func migrate(
      _ make: @escaping @Sendable ([String: AttributeValue]) throws -> AttributeValue
    ) throws {
      _ = try open(
        Self.new(), [.drop("Box"), .drop("Book.pages"), .set("Book.size", from: ["title"], make)])
    }
    #expect(throws: Refusal.self) {
      try migrate { old in
        if old["title"] == .string("Dune") { throw Refusal() }
        return .string("")
      }
    }
    for value: AttributeValue in [.null, .int(3)] {
      #expect(
        throws: PersistentStoreError.invalidValue(place: "Book.size", type: .string, value: value)
      ) {
        try migrate { _ in value }
      }
    }
    try expectOldFile()
  }

  @Test func `an attribute of another type is computed where its values do not fit`() throws {
    let model = try Self.model {
      Attribute("title", Int.self)
      Attribute("pages", Int.self)
    }
    #expect(throws: PersistentStoreError.self) { try open(model, []) }
    let container = try open(
      model,
      [
        .set("Book.title", from: ["title", "nothing"]) { old in
          guard case .string(let title)? = old["title"], old.count == 1 else { return .null }
          return .int(Int64(title.count))
        }
      ])
    let lengths = try container.makeContext().fetch("Book", orderedBy: [.ascending("title")])
      .map { try $0.value(forKey: "title", as: Int.self) }
    #expect(lengths == [4, 4, 10])
  }
}

extension ManagedObject {
  fileprivate func text(_ name: String) -> String? { try? value(forKey: name, as: String.self) }

  /// Returns the entities of the related objects.
  fileprivate func targets(_ name: String) -> [String] {
    ((try? objectIDs(forRelationshipNamed: name)) ?? []).map(\.entityName)
  }
}
