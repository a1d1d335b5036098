import Armature
import Foundation
import TestSupport
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
        Index(.descending("year"), "title")
        FullText("title", "summary", weights: [4, 0.5], tokenizer: .trigrams)
      }
    }
    let folder = try TemporaryFolder()
    let path = folder.file("library.json")
    try JSONEncoder().encode(model).write(to: URL(filePath: path))
    let result = Outcome.of(["describe", path]).result
    #expect(
      result == """
        Library: 1 entity

        Book
          title: String
          summary: String?
          year: Int64
          id: UUID, a new identifier, in the order of creation by default
          index year descending, title
          full-text index title (4), summary (0.5), of parts of words

        """)
  }

  @Test(arguments: [Double.infinity, .nan, 1e300, -0.5])
  func `the description of an index has any weight`(_ weight: Double) {
    let index = IndexDescription([.init("title", kind: .fullText, weight: weight)])
    #expect(index.description == "full-text index title (\(weight))")
  }
}
