import Armature
import TestSupport
import Testing

/// Answers of a reader, beyond what all stores must do.
@Suite(.enabled("The library of SQLite must be installed.") { (try? TrialLibrary()) != nil })
struct SQLReaderTests {
  @Test func `a database without full-text indexes is searched by reading its texts`() throws {
    let folder = try TemporaryFolder()
    let model = try ManagedObjectModel("Notes") {
      Entity("Note") {
        Attribute("title", String.self)
        FullText("title")
      }
    }
    let container = try PersistentContainer(model: model, store: TrialStore(folder.file()))
    let context = container.makeContext()
    for title in ["Dune", "The dunes of Dune", "Gardens"] {
      let note = try context.insert("Note")
      note.title = title
    }
    try context.save()
    let reader = container.makeContext()
    let request = FetchRequest("Note", orderedBy: [.relevance]) { $0.matches("dune") }
    #expect(try reader.fetch(request).map { $0.title ?? "" } == ["Dune", "The dunes of Dune"])
    #expect(try reader.suggestions(for: "dun", in: "Note").map(\.word) == ["dune", "dunes"])
  }
}
