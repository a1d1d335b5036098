import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureTools

@Suite struct CoreDataStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ statements: [String], name: String = "Shop.sqlite") throws -> String {
    try folder.coreDataStore(statements, name: name)
  }

  private func modelPath() throws -> String { try folder.coreDataModel() }

  @Test func `hierarchies, links and values of every type become objects`() throws {
    let path = try store(CoreDataFixture.statements)
    try folder.write("outside", to: ".Shop_SUPPORT/_EXTERNAL_DATA/F1")
    let found = try CoreDataStore(contentsOf: path, model: modelPath())
    #expect(found.count == 5 && found.issues.isEmpty, "\(found.issues)")
    let context = ManagedObjectContext(model: found.model.model)
    #expect(try context.load(found.records).report.isEmpty)
    let items = context.objects(of: "Item")
    #expect(items.map { $0.entity.name } == ["Book", "Film", "Film"])
    let (book, alien) = (items[0], items[1])
    #expect(
      try book["code"] == .uuid(#require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))))
    #expect(try book["price"] == .decimal(#require(Decimal(string: "12.5"))))
    #expect(book["size"] == 7 && alien["size"] == 1.5)
    // The model calls it otherwise, since every object has a member `hash`.
    #expect(alien["filmHash"] == .data(Data([0xCA, 0xFE])))
    #expect(items[2]["filmHash"] == .data(Data("outside".utf8)))
    #expect(alien["made"] == .date(Date(timeIntervalSinceReferenceDate: 0.25)))
    #expect(alien["blob"] == .data(Data([0x62, 0x70, 0x6C])))
    #expect(try alien["site"] == .url(#require(URL(string: "http://a/b"))))
    let tagged: [ManagedObject]? = context.objects(of: "Tag")[0].items
    #expect(tagged?.map { $0["name"] ?? .null } == ["Heat", "Alien", "Emma"])
    let near: [ManagedObject]? = book.near
    #expect(near == [alien])
  }

  @Test func `a file that is damaged, foreign or of another model gets an error`() throws {
    let model = try modelPath()
    func reason(_ path: String) -> String {
      let error = #expect(throws: CoreDataStoreError.self) {
        try CoreDataStore(contentsOf: path, model: model)
      }
      return error?.reason ?? ""
    }
    #expect(reason(folder.path + "/none.sqlite") == "there is no such file.")
    #expect(reason(folder.path) == "\(folder.path) is no file.")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(reason(folder.path + "/pipe") == "\(folder.path)/pipe is no file.")
    #expect(
      try reason(folder.write(String(repeating: "no database ", count: 200), to: "text.sqlite"))
        .contains("SQLite"))
    #expect(
      try reason(store(["CREATE TABLE a (b)"], name: "foreign.sqlite")).contains("Z_PRIMARYKEY"))
    let other = CoreDataFixture.statements.map {
      $0.replacingOccurrences(of: "ZSIZE1", with: "ZWEIGHT")
    }
    #expect(
      try reason(store(other, name: "other.sqlite")).hasPrefix(
        "it lacks the column ZSIZE1 of Film.size of"))
    let whole = try Data(contentsOf: URL(filePath: store(CoreDataFixture.statements)))
    for count in [100, whole.count / 2, whole.count - 3000] {
      #expect(try !reason(folder.write(Data(whole.prefix(count)), to: "cut.sqlite")).isEmpty)
    }
  }

  @Test func `what the model lacks is told, and a link to nothing is the loader's to tell`() throws
  {
    let more =
      CoreDataFixture.statements + [
        "ALTER TABLE ZTAG ADD COLUMN ZCOLOUR VARCHAR", "INSERT INTO Z_1TAGS VALUES (99, 2, 1024)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, ZNAME) VALUES (7, 9, 'lost')",
      ]
    let found = try CoreDataStore(contentsOf: store(more), model: modelPath())
    #expect(
      found.issues.map(\.message) == [
        "The model Shop lacks the column ZCOLOUR of ZTAG; it was left out.",
        "Row 7 of ZITEM is of an entity that the model lacks; it was left out.",
        "Film.filmHash, row 3 of ZITEM: the column ZHASH names the file \(folder.path)/.Shop_SUPPORT/_EXTERNAL_DATA/F1,"
          + " which cannot be read; the data was left out.",
      ])
    let context = ManagedObjectContext(model: found.model.model)
    let report = #expect(throws: ValidationReport.self) { try context.load(found.records) }
    #expect(report?.map(\.code) == ["reference.broken"])
    #expect(report?.first?.source?.description == "Shop.sqlite (Tag, row 2)")
  }
}
