import Foundation
import TestSupport
import Testing

@testable import Armature

/// Contexts that automatically merge other programs' changes to the store's file.
@Suite struct MergingFileTests {
  private let shop: ShopFile
  private let (context, other): (ManagedObjectContext, ManagedObjectContext)

  init() throws {
    shop = try ShopFile()
    try shop.fill()
    (context, other) = (try shop.open().context, try shop.open().context)
    for context in [context, other] { context.mergesChangesAutomatically = true }
  }

  private func book(_ context: ManagedObjectContext) throws -> ManagedObject {
    try #require(context.fetch("Book").first)
  }

  @Test func `two stores on one file save in turn, and each sees what the other saves`() throws {
    let (mine, theirs) = (try book(context), try book(other))
    for pages in 1...6 {
      let (writer, reader) = pages % 2 == 0 ? (context, other) : (other, context)
      try book(writer).pages = pages
      try writer.save()
      let seen = try book(reader)
      #expect(seen === (pages % 2 == 0 ? theirs : mine))
      #expect(seen["pages"] == .int(Int64(pages)))
    }
  }

  @Test func `deletions and new objects are merged, and what is pending stays`() throws {
    let tags = try context.fetch("Tag")
    let kept = try #require(tags.first)
    let gone = try #require(tags.last)
    kept.word = "mine"
    try other.delete(other.existingObject(with: gone.objectID))
    try other.insert("Tag").word = "theirs"
    try other.save()
    #expect(try context.fetch("Tag").count == 2)
    #expect(gone.objectState == .detached && kept["word"] == "mine")
    try context.save()
    #expect(Set(try other.fetch("Tag").map { $0["word"] }) == ["mine", "theirs"])
  }

  @Test
  func `an editor is followed, and a file that cannot be read is told until it can`()
    throws
  {
    let text = try shop.text
    let lamp = try #require(
      try context.fetch("Good", where: FetchPredicate("title = 'Lamp'")).first)
    try shop.write(text.replacing("Lamp", with: "Oven"))
    #expect(try context.count("Tag") == 2)
    #expect(lamp["title"] == "Oven")
    try shop.write("{")
    #expect(throws: ValidationReport.self) { try context.count("Tag") }
    #expect(lamp["title"] == "Oven")
    try shop.write(text)
    #expect(try context.count("Tag") == 2)
    #expect(lamp["title"] == "Lamp")
  }

  @Test func `a context that does not merge stays as it is`() throws {
    context.mergesChangesAutomatically = false
    let book = try book(context)
    let pages = book["pages"]
    try self.book(other).pages = 1234
    try other.save()
    #expect(try self.book(context) === book && book["pages"] == pages)
    book.title = "Title"
    #expect(throws: FileStoreError.self) { try context.save() }
  }
}
