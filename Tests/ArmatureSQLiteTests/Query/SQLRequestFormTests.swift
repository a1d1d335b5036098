import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Requests for a single value, with SQL that is generated once.
@Suite struct SQLRequestFormTests {
  private let folder: TemporaryFolder
  private let context: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let model = try ManagedObjectModel("Books") {
      Entity("Book") {
        Attribute("title", String?.self)
        Attribute("pages", Int?.self)
      }
      Entity("Atlas", parent: "Book") { Attribute("scale", Int?.self) }
    }
    context = try PersistentContainer(model: model, store: SQLiteStore(folder.file())).makeContext()
    for (title, pages) in [("Book", 1), ("Atlas", 2), ("", 2), ("café", 3), ("cafe\u{301}", 4)] {
      for entity in ["Book", "Atlas"] {
        try context.insert(entity).setValuesForKeys(
          ["title": title, "pages": pages])
      }
    }
    try context.insert("Book")
    try context.save()
    context.reset()
  }

  @Test(arguments: [
    ("Book", 2, 1), ("Atlas", 2, 1), ("", 2, 1), ("caf\u{e9}", 2, 1), ("cafe\u{301}", 2, 1),
    ("none", 0, 0), ("t0", 0, 0),
  ])
  func `requests that differ in one value find what each looks for`(
    _ title: String, _ all: Int, _ atlases: Int
  ) throws {
    // Entity names are parameters of the statement, too.
    for first in ["Book", "Atlas", "café", ""] {
      for title in [first, title] {
        let titles = try context.fetch("Book") { $0.title == title }.map { $0["title"] }
        #expect(titles.allSatisfy { $0 == .string(title) })
      }
      #expect(try context.count("Book") { $0.title == title } == all)
      #expect(try context.count("Atlas") { $0.title == title } == atlases)
    }
    for (pages, count) in [(1, 2), (2, 4), (0, 0), (4, 2), (3, 2)] {
      #expect(try context.fetch("Book") { $0.pages == pages }.count == count)
      #expect(try context.count("Atlas") { $0.pages == pages } == count / 2)
    }
    #expect(try context.count("Book") { $0.title == nil } == 1)
  }
}
