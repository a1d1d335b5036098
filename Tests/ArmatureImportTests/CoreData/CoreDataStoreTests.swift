import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct CoreDataStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ statements: [String], name: String = "Shop.sqlite") throws -> String {
    try folder.coreDataStore(statements, name: name)
  }

  private func modelPath() throws -> String { try folder.coreDataModel() }

  @Test(arguments: ["UTF-8", "UTF-16"])
  func `hierarchies, links and values of every type become objects`(encoding: String) throws {
    let path = try store(["PRAGMA encoding = '\(encoding)'"] + CoreDataFixture.statements)
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
    // The model uses another name because every object has a member `hash`.
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

  @Test func `composites are told and left out, and the rest is read`() throws {
    let model = try folder.write(
      """
      <model>\(CoreDataFixture.model)
        <entity name="Shop"><attribute name="at" optional="YES" attributeType="Composite" composite="Place"/></entity>
        <composite name="Place"><attribute name="street" optional="YES" attributeType="String"/></composite>
      </model>
      """, to: "Shop.xml")
    let more = [
      "INSERT INTO Z_PRIMARYKEY VALUES (5, 'Shop', 0, 1)",
      "CREATE TABLE ZSHOP (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZSTREET VARCHAR)",
      "INSERT INTO ZSHOP VALUES (1, 5, 1, 'Main')", "DELETE FROM ZITEM WHERE Z_PK = 3",
      "DELETE FROM Z_1TAGS WHERE Z_1ITEMS = 3",
    ]
    let found = try CoreDataStore(
      contentsOf: store(CoreDataFixture.statements + more), model: model)
    #expect(
      found.issues.map(\.message) == [
        "Shop.at is a composite, and the columns of its elements are not documented; it was "
          + "left out.",
        "The model Shop lacks the column ZSTREET of ZSHOP; it was left out.",
      ])
    #expect(found.count == 5 && found.errors.isEmpty)
  }

  @Test func `a file that is damaged, foreign or of another model gets an error`() throws {
    let model = try modelPath()
    func reason(_ path: String) -> String {
      let error = #expect(throws: CoreDataStoreError.self) {
        try CoreDataStore(contentsOf: path, model: model)
      }
      return error?.reason ?? ""
    }
    #expect(reason(folder.path + "/none.sqlite") == "the file does not exist.")
    #expect(reason(folder.path) == "\(folder.path) is not a file.")
    #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
    #expect(reason(folder.path + "/pipe") == "\(folder.path)/pipe is not a file.")
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
      ]
    let found = try CoreDataStore(contentsOf: store(more), model: modelPath())
    #expect(
      found.issues.map(\.message) == [
        "The model Shop lacks the column ZCOLOUR of ZTAG; it was left out.",
        "Film.filmHash, row 3 of ZITEM: the column ZHASH names the file \(folder.path)/.Shop_SUPPORT/_EXTERNAL_DATA/F1,"
          + " which cannot be read; the data was left out.",
      ])
    let context = ManagedObjectContext(model: found.model.model)
    let report = #expect(throws: ValidationReport.self) { try context.load(found.records) }
    #expect(report?.map(\.code) == ["reference.broken"])
    #expect(report?.first?.source?.description == "Shop.sqlite (Tag, row 2)")
  }

  @Test func `rows that are of no entity of the model are errors, with their number`() throws {
    let more =
      CoreDataFixture.statements + [
        "INSERT INTO Z_PRIMARYKEY VALUES (5, 'Serial', 1, 0)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, ZNAME) VALUES (7, 9, 'a'), (8, 5, 'b'), (9, 9, 'c'), (10, 4, 'd'), (11, NULL, 'e')",
      ]
    let found = try CoreDataStore(contentsOf: store(more), model: modelPath())
    #expect(found.count == 5)
    #expect(
      found.errors.map(\.message) == [
        "2 rows of ZITEM, of which row 7 is the first, have 9 in the column Z_ENT, which is not "
          + "the number of an entity in the file.",
        "Row 8 of ZITEM has 5 in the column Z_ENT, the number of Serial, which is missing in "
          + "the model. Choose the model that"
          + " the file was saved with.",
        "Row 10 of ZITEM has 4 in the column Z_ENT, the number of Tag, whose objects are in "
          + "another table.",
        "Row 11 of ZITEM has NULL in the column Z_ENT, which is not the number of an entity in "
          + "the file.",
      ])
  }
}
