import Testing

@testable import Armature

/// IDs from data that may name another entity than the object's.
@Suite struct MistakenIDTests {
  private let context: ManagedObjectContext
  private let fresh: ManagedObjectContext
  private let book: ManagedObjectID

  init() throws {
    let container: PersistentContainer
    (container, context) = try Library.stocked()
    fresh = container.makeContext()
    book = try context.first("Book", "title", "Dune").objectID
  }

  private func mistaken(_ entity: String) -> ManagedObjectID {
    ManagedObjectID(entityName: entity, key: book.key, storeID: book.storeID)
  }

  @Test(arguments: ["Author", "Novel", "Tag", "Loan"])
  func `an ID of another entity hides no object`(entity: String) throws {
    let id = mistaken(entity)
    let claimed = fresh.object(with: id)
    #expect(throws: ManagedObjectError.self) { try fresh.existingObject(with: id) }
    #expect(claimed?.objectState ?? .detached == .detached)
    #expect(try fresh.existingObject(with: book)["title"] == "Dune")
    #expect(fresh.objects(of: entity).allSatisfy { $0.objectID != book })
    #expect(try fresh.count("Book") == context.count("Book"))
  }

  @Test(arguments: ["Author", "Novel", "Tag"])
  func `a fetch corrects what an ID has claimed`(entity: String) throws {
    let claimed = fresh.object(with: mistaken(entity))
    let titles = try fresh.fetch("Book").map { $0["title"] }
    let count = try context.count("Book")
    #expect(titles.contains("Dune") && titles.count == count)
    #expect(claimed?.objectState == .detached)
    #expect(fresh.objects(of: entity).allSatisfy { $0.objectID != book })
    #expect(fresh.objects(of: "Book").contains { $0.objectID == book })
  }

  @Test(arguments: ["Author", "Novel"])
  func `an object is found by its own ID only`(entity: String) throws {
    let dune = try fresh.existingObject(with: book)
    let id = mistaken(entity)
    #expect(fresh.object(with: id) == nil && fresh.registeredObject(for: id) == nil)
    #expect(throws: ManagedObjectError.self) { try fresh.existingObject(with: id) }
    #expect(dune.objectState == .unchanged && fresh.registeredObject(for: book) === dune)
  }

  @Test func `a child asks its parent for nothing under another entity`() throws {
    let child = context.makeChild()
    _ = child.object(with: mistaken("Author"))?["name"]
    #expect(try child.existingObject(with: book)["title"] == "Dune")
    #expect(try context.existingObject(with: book)["title"] == "Dune")
  }

  @Test func `a link to an object is kept, whatever an ID has claimed of it`() throws {
    let next = try context.insert("Book")
    next["title"] = "Next"
    next.next = try context.existingObject(with: book)
    try context.save()
    let found = try fresh.existingObject(with: next.objectID)
    #expect(fresh.object(with: mistaken("Author")) == nil)
    let end: ManagedObject? = found.next
    #expect(end?.objectID == book && end?["title"] == "Dune")
  }
}
