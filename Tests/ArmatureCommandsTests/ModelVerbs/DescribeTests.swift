import Armature
import Foundation
import Testing

@testable import ArmatureCommands

@Suite struct DescribeTests {
  @Test func `describe lists the indexes of an entity`() throws {
    let model = try ManagedObjectModel("Library") {
      Entity("Book") {
        Attribute("title", String.self)
        Attribute("summary", String?.self)
        Attribute("year", Int.self)
        Attribute("id", UUID.self).default(.uuidv7)
        Index("year", "title", ascending: false)
        FullText("title", "summary", weights: [4, 0.5], tokenizer: .trigrams)
      }
    }
    let folder = try Folder()
    let path = try folder.write(model, to: "library.json")
    let result = Outcome.of(["describe", path]).result
    #expect(
      result == """
        Library: 1 entity

        Book
          title: String
          summary: String?
          year: Int
          id: UUID, a new time-ordered identifier by default
          index year descending, title descending
          full-text index title (4), summary (0.5), of parts of words

        """)
  }

  @Test(arguments: [Double.infinity, .nan, 1e300, -0.5])
  func `the description of an index has any weight`(_ weight: Double) {
    let index = IndexDescription([.init("title", kind: .fullText, weight: weight)])
    #expect(index.description == "full-text index title (\(weight))")
  }
}
