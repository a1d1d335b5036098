import TestSupport
import Testing

@testable import Armature

/// A deletion that was allowed until a refresh restored a link that denies it.
@Suite struct DenyAfterRefreshTests {
  @Test(arguments: [false, true])
  func `a deletion is refused again if a link comes back that forbids it`(isMerging: Bool) throws {
    let container = try PersistentContainer(
      model: ManagedObjectModel("Shelf") {
        Entity("Author") {
          Attribute("name", String?.self)
          Relationship("books", to: "Book", .toMany, inverse: "author", onDelete: .deny)
        }
        Entity("Book") {
          Attribute("title", String?.self)
          Relationship("author", to: "Author", inverse: "books").required()
        }
      })
    let first = container.makeContext()
    let author = try first.insert("Author")
    let book = try first.insert("Book")
    book.author = author
    try first.save()

    let context = container.makeContext()
    context.mergesChangesAutomatically = isMerging
    let mine = try context.existingObject(with: book.objectID)
    let owner = try context.existingObject(with: author.objectID)
    mine.author = nil as ManagedObject?
    try context.delete(owner)
    try context.refresh(mine, mergeChanges: false)
    #expect(throws: ValidationReport.self) { try context.save() }
    #expect(brokenInvariants(of: context).isEmpty)
    #expect(try container.makeContext().count("Author") == 1)
  }
}
