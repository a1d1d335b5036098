import Armature
import Testing

/// The descriptions of models, their parts and results.
@Suite struct DescriptionTests {
  private func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Library") {
      Entity("Medium", isAbstract: true) { Attribute("title", String.self).length(1...200) }
      Entity("Book", parent: "Medium") {
        Attribute("pages", Int?.self).range(1...)
        Relationship("author", to: "Author", inverse: "books").required()
        Rule("long books are titled") { $0.pages < 1000 || $0.title != nil }
      }
      Entity("Author") { Relationship("books", to: "Book", .ordered, inverse: "author") }
    }
  }

  @Test func `a model prints its entities`() throws {
    #expect(
      "\(try model())" == """
        Library: 3 entities
          Medium (abstract): 1 attribute
          Book (a Medium): 2 attributes, 1 relationship, 1 rule
          Author: 1 relationship
        """)
  }

  @Test func `an entity's parts print what they are`() throws {
    let book = try #require(try model()["Book"])
    #expect(
      book.properties.map(\.description) == [
        "title: String, a length of 1 to 200", "pages: Int?, a value of at least 1",
        "author: one Author, required, inverse books",
      ])
    #expect(
      book.rules.map(\.description)
        == ["\"long books are titled\": pages < 1000 OR title != nil"])
    let author = try #require(try model()["Author"])
    #expect(author.properties.map(\.description) == ["books: many ordered Book, inverse author"])
  }

  @Test func `a load prints what it made`() throws {
    let context = ManagedObjectContext(model: try ManagedObjectModel.bookshelf())
    let result = try context.load(
      .text(#"[{"title": "Dune"}, {"title": "Emma"}]"#, as: "Book"),
      .text(#"[{"name": "Frank"}]"#, as: "Author"))
    #expect("\(result)" == "objects: 1 Author, 2 Book")
    let partial = try context.load(
      .text(#"[{"title": "Ubik"}, {"title": 5}]"#, as: "Book"),
      options: LoadOptions(onFailure: .keepValid))
    #expect("\(partial)" == "objects: 1 Book; left out: 1 Book; errors: 1")
  }
}
