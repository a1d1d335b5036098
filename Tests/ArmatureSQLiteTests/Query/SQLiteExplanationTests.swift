import Armature
import ArmatureSQLite
import TestSupport
import Testing

/// The explanation of a request that SQLite answers.
@Suite(.needsSQLite) struct SQLiteExplanationTests {
  private let folder: TemporaryFolder
  private let context: ManagedObjectContext

  init() throws {
    folder = try TemporaryFolder()
    let model = try ManagedObjectModel("Shop") {
      Entity("Product") {
        Attribute("sku", String.self)
        Attribute("price", Int?.self)
        Attribute("colours", [String].self).default([])
        Unique("sku")
      }
    }
    let store = SQLiteStore(folder.file("shop.sqlite"))
    context = try PersistentContainer(model: model, store: store).makeContext()
  }

  private func explanation(_ condition: String) throws -> [String] {
    try "\(context.explain(FetchRequest("Product", where: FetchPredicate(condition))))"
      .split(separator: "\n").map(String.init)
  }

  @Test func `it shows the statement, and the indexes that it uses`() throws {
    let lines = try explanation("sku == 'CUP'")
    #expect(lines.count == 3)
    #expect(lines[0] == "Product: asks the store for Product where sku == \"CUP\", 0 objects")
    #expect(lines[1].hasPrefix("SELECT ") && lines[1].contains("\"sku\" = ?"))
    #expect(lines[2].hasPrefix("plan: SEARCH ") && lines[2].contains("USING INDEX"))
  }

  @Test func `it shows what is not looked up`() throws {
    let lines = try explanation("price > 3")
    #expect(lines[2].hasPrefix("plan: SCAN "))
  }

  @Test func `it says why a part is left to the context`() throws {
    let lines = try explanation("price > 3 AND ANY colours == 'red'")
    #expect(lines.last == "left to the context: it looks at the parts of a list or a JSON value")
  }
}
