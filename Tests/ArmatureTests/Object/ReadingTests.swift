import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Typed reads of present and missing values, directly and along a path.
@Suite struct ReadingTests {
  /// A class that no entity of the bookshelf uses.
  final class Stranger: ManagedObject {}

  private func refusal<Value: PropertyConvertible>(
    _ key: String, of object: ManagedObject, as type: Value.Type
  ) -> String? {
    do {
      _ = try object.value(forKey: key, as: type)
      return nil
    } catch { return "\(error)" }
  }

  @Test func `a type that a property can never have is refused while there is no value`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book()
    let expected = "Book.rating must be read as Double, but is read as "
    #expect(refusal("rating", of: book, as: Int.self) == expected + "Int.")
    #expect(refusal("rating", of: book, as: Decimal.self) == expected + "Decimal.")
    #expect(refusal("rating", of: book, as: ManagedObject.self) == expected + "ManagedObject.")
    #expect(refusal("rating", of: book, as: EveryType.Format.self) == expected + "Format.")
    #expect(refusal("rating", of: book, as: URL?.self) == expected + "Optional<URL>.")
    #expect(
      refusal("author", of: book, as: [ManagedObject].self)
        == "Book.author must be read as ManagedObject, but is read as Array<ManagedObject>.")
    #expect(
      refusal("author", of: book, as: Stranger.self)
        == "Book.author must be read as ManagedObject, but is read as Stranger.")
    #expect(
      refusal("tags", of: book, as: ManagedObject.self)
        == "Book.tags must be read as Set<ManagedObject>, but is read as ManagedObject.")
    #expect(
      refusal("tags", of: book, as: Set<Stranger>.self)
        == "Book.tags must be read as Set<ManagedObject>, but is read as Set<Stranger>.")
    #expect(refusal("tags", of: book, as: String.self) != nil)
  }

  @Test func `whatever a value could be is read as nothing while there is no value`() throws {
    let shelf = try Bookshelf()
    let book = try shelf.book()
    #expect(try book.value(forKey: "rating", as: Float.self) == nil)
    #expect(try book.value(forKey: "rating", as: Double?.self) == nil)
    #expect(try book.value(forKey: "rating", as: AttributeValue.self) == nil)
    #expect(try book.value(forKey: "author", as: AttributeValue.self) == nil)
    #expect(try book.value(forKey: "tags", as: [ManagedObject].self) == [])
    #expect(try book.value(forKey: "author", as: ManagedObject.self) == nil)
    let author = try shelf.author()
    #expect(try author.value(forKey: "born", as: Int16.self) == nil)
    let sample = try ManagedObjectModel.everyType().makeObject("Sample")
    #expect(try sample.value(forKey: "text", as: EveryType.Format.self) == nil)
    #expect(try sample.value(forKey: "format", as: String.self) == nil)
    #expect(try sample.value(forKey: "level", as: Int.self) == nil)
    #expect(try sample.value(forKey: "colour", as: String.self) == nil)
    #expect(try sample.value(forKey: "text", as: EveryType.Colour.self) == nil)
    #expect(try sample.value(forKey: "address", as: EveryType.Address?.self) == nil)
    #expect(try sample.value(forKey: "number", as: Float.self) == nil)
  }

  @Test func `objects of a sub-entity's class may be read through the parent's relationship`()
    throws
  {
    let model = try ManagedObjectModel("Media") {
      Entity("Shelf") { Relationship("top", to: "Medium", inverse: "shelf") }
      Entity("Medium") { Relationship("shelf", to: "Shelf", inverse: "top") }
      Entity("Film", class: Film.self, parent: "Medium") { Attribute("minutes", Int?.self) }
    }
    let context = ManagedObjectContext(model: model)
    let shelf = try context.insert("Shelf")
    let none: Film? = shelf.top
    #expect(none == nil)
    shelf.top = try context.insert("Film")
    let some: Film? = shelf.top
    #expect(some != nil)
    #expect(throws: ManagedObjectError.self) { try shelf.value(forKey: "top", as: Stranger.self) }
  }

  final class Film: ManagedObject {}

  @Test func `several objects have a count, and positions`() throws {
    let shelf = try Bookshelf()
    let author = try shelf.author()
    let book = try shelf.book("Dune", by: author)
    let other = try shelf.book("Messiah", by: author)
    #expect(book.author?.books?.count == 2)
    #expect((book.author?.books?.count ?? -1) + 1 == 3)
    #expect(book.author?.clients?.isEmpty == true)
    #expect(book.author?.books?[1].title == "Messiah")
    #expect(book.author?.books?[1] == .object(other))
  }

  @Test func `a mistake at the end of a chain ends the program as one in front does`() async {
    let type = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      let tag = try shelf.tag()
      tag.books = [try shelf.book()]
      print(tag.books?[0].rating ?? 0)
    }
    expect(
      type,
      says:
        "Book.rating must be read as Double, but is read as Int. Write `?? 0.0`, or `let rating: "
        + "Double? = …`.")
    let decimal = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().book().price ?? 0) }
    expect(
      decimal,
      says:
        "Book.price must be read as Decimal, but is read as Int. Write `?? Decimal(0)`, or `let "
        + "price: Decimal? = …`.")
    let misspelt = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let shelf = try Bookshelf()
      print(try shelf.book().tags?.cuont ?? -1)
    }
    expect(
      misspelt,
      says: "cuont must be read from one object, but was read from the objects []. Take one by its "
        + "position, or say their type: `let objects: [ManagedObject]? = …`.")
    let text = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { print(try Bookshelf().book("Dune").title?.count ?? -1) }
    expect(
      text,
      says: "count must be read from an object, but was read from the text \"Dune\". Say its type "
        + "first: `let value: String? = …`.")
    let element = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let sample = try ManagedObjectModel.everyType().makeObject("Sample")
      sample.address = EveryType.Address(street: "Main")
      print(sample.address?.street ?? 0)
    }
    expect(
      element,
      says: "street of {street: \"Main\"} must be read with its own type, \"Main\", but is read "
        + "as Int."
    )
  }
}
