import Armature
import Testing

@Suite struct SilencedWarningTests {
  private func model(
    _ silence: (Relationship) -> Relationship = { $0 }, _ entity: (Entity) -> Entity = { $0 }
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      entity(
        Entity("Book") {
          Attribute("pages", Int?.self).silencing(.optionalNumber)
          Attribute("price", Int?.self)
          silence(Relationship("shelf", to: "Shelf"))
        })
      Entity("Shelf") { Attribute("name", String.self) }
    }
  }

  @Test func `a declaration silences what it means, and nothing else`() throws {
    #expect(try model().warnings.map(\.code) == [.optionalNumber, .missingInverse])
    #expect(
      try model { $0.silencing(.missingInverse) }.warnings.map(\.code) == [.optionalNumber])
    #expect(
      try model({ $0 }, { $0.silencing(.optionalNumber) }).warnings.map(\.code) == [.missingInverse]
    )
    #expect(
      try model { $0.silencing(.toManyOfOne) }.warnings.map(\.property) == ["price", "shelf"])
    #expect(try model().warnings(silencing: .missingInverse).map(\.property) == ["price"])
  }

  @Test func `what is no kind of warning cannot be silenced`() throws {
    let codes = ["optionalNumbr", "unknownPath", "x"].map(ModelIssue.Code.init(rawValue:))
    let error = #expect(throws: ModelError.self) {
      try ManagedObjectModel("Shop") {
        Entity("Book") {
          Attribute("pages", Int.self).silencing(codes[0])
          Relationship("next", to: "Book").silencing(codes[1])
        }.silencing(codes[2])
      }
    }
    #expect(error?.issues.allSatisfy { $0.code == .unknownWarning } == true)
    #expect(
      error?.issues.map(\.message) == [
        #"Book must silence warnings of models, but "x" is not one."#,
        #"Book.pages must silence warnings of models, but "optionalNumbr" is not one. "#
          + #"Did you mean "optionalNumber"?"#,
        #"Book.next must silence warnings of models, but "unknownPath" is not one."#,
      ])
  }

  @Test func `what is required as a warning is only expected`() throws {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Shop") {
        Entity("Book") {
          Attribute("isbn", String?.self).required(severity: .warning)
          Relationship("shelf", to: "Shelf", inverse: "books").required(severity: .warning)
          Relationship("notes", to: "Shelf", .toMany).required(severity: .warning)
        }
        Entity("Shelf") { Relationship("books", to: "Book", .toMany, inverse: "shelf").required() }
      })
    let book = try context.insert("Book")
    let report = context.validate()
    #expect(report.map(\.keyPath) == [["isbn"], ["shelf"], ["notes"]])
    #expect(report.allSatisfy { $0.code == "required" && $0.severity == .warning })
    #expect(report.silencing("required").isEmpty && report.silencing("unique").count == 3)
    try context.save()
    let shelf = try context.insert("Shelf")
    #expect(shelf.validate().errors.count == 1)
    #expect(shelf.validate().silencing("required").count == 1)
    book.isbn = "1"
    book.shelf = shelf
    try book.setValue([shelf], forKey: "notes")
    #expect(context.validate().isEmpty)
  }
}
