import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureTools

@Suite struct CoreDataStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let model = """
    <entity name="Item" isAbstract="YES">
      <attribute name="name" attributeType="String"/>
      <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="items"/>
      <relationship name="near" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="near"/>
    </entity>
    <entity name="Book" parentEntity="Item">
      <attribute name="code" optional="YES" attributeType="UUID"/>
      <attribute name="price" optional="YES" attributeType="Decimal"/>
      <attribute name="size" optional="YES" attributeType="Integer 32"/>
    </entity>
    <entity name="Film" parentEntity="Item">
      <attribute name="hash" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES"/>
      <attribute name="size" optional="YES" attributeType="Double"/>
      <attribute name="made" optional="YES" attributeType="Date"/>
      <attribute name="blob" optional="YES" attributeType="Transformable"/>
      <attribute name="site" optional="YES" attributeType="URI"/>
    </entity>
    <entity name="Tag">
      <attribute name="word" attributeType="String"/>
      <relationship name="items" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="tags"/>
    </entity>
    """

  /// The statements by which Core Data would make the tables of the model.
  private static let statements = [
    "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
    "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
    "INSERT INTO Z_PRIMARYKEY VALUES (1, 'Item', 0, 4), (2, 'Book', 1, 0), (3, 'Film', 1, 0), (4, 'Tag', 0, 2)",
    "CREATE TABLE ZITEM (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR, ZCODE BLOB,"
      + " ZPRICE DECIMAL, ZSIZE INTEGER, ZHASH BLOB, ZSIZE1 FLOAT, ZMADE TIMESTAMP, ZBLOB BLOB, ZSITE VARCHAR)",
    "CREATE TABLE ZTAG (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZWORD VARCHAR)",
    "CREATE TABLE Z_1TAGS (Z_1ITEMS INTEGER, Z_4TAGS INTEGER, Z_FOK_1ITEMS INTEGER)",
    "CREATE TABLE Z_1NEAR (Z_1NEAR INTEGER, Z_1NEAR1 INTEGER)",
    "INSERT INTO ZITEM VALUES (1, 2, 1, 'Emma', X'00112233445566778899AABBCCDDEEFF', '12.50', 7, NULL, NULL, NULL,"
      + " NULL, NULL), (2, 3, 1, 'Alien', NULL, NULL, NULL, X'01CAFE', 1.5, 0.25, X'62706C', 'http://a/b'),"
      + " (3, 3, 1, 'Heat', NULL, NULL, NULL, X'02463100', NULL, NULL, NULL, NULL)",
    "INSERT INTO ZTAG VALUES (1, 4, 1, 'good'), (2, 4, 1, 'none')",
    "INSERT INTO Z_1TAGS VALUES (3, 1, 2048), (1, 1, 4096), (2, 1, 3072)",
    "INSERT INTO Z_1NEAR VALUES (1, 2), (2, 1)",
  ]

  /// Makes a file with tables.
  private func store(_ statements: [String], name: String = "Shop.sqlite") throws -> String {
    let path = try folder.write(Data(), to: name)
    let database = try ForeignDatabase(path)
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return path
  }

  private func modelPath() throws -> String {
    try folder.write("<model>\(Self.model)</model>", to: "Shop.xml")
  }

  @Test func `hierarchies, links and values of every type become objects`() throws {
    let path = try store(Self.statements)
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
    #expect(
      try reason(folder.write(String(repeating: "no database ", count: 200), to: "text.sqlite"))
        .contains("SQLite"))
    #expect(
      try reason(store(["CREATE TABLE a (b)"], name: "foreign.sqlite")).contains("Z_PRIMARYKEY"))
    let other = Self.statements.map { $0.replacingOccurrences(of: "ZSIZE1", with: "ZWEIGHT") }
    #expect(
      try reason(store(other, name: "other.sqlite")).hasPrefix(
        "it lacks the column ZSIZE1 of Film.size of"))
    let whole = try Data(contentsOf: URL(filePath: store(Self.statements)))
    for count in [100, whole.count / 2, whole.count - 3000] {
      #expect(try !reason(folder.write(Data(whole.prefix(count)), to: "cut.sqlite")).isEmpty)
    }
  }

  @Test func `what the model lacks is told, and a link to nothing is the loader's to tell`() throws
  {
    let more =
      Self.statements + [
        "ALTER TABLE ZTAG ADD COLUMN ZCOLOUR VARCHAR", "INSERT INTO Z_1TAGS VALUES (99, 2, 1024)",
        "INSERT INTO ZITEM (Z_PK, Z_ENT, ZNAME) VALUES (7, 9, 'lost')",
      ]
    let found = try CoreDataStore(contentsOf: store(more), model: modelPath())
    #expect(
      found.issues.map(\.message) == [
        "The model Shop lacks the column ZCOLOUR of ZTAG; it was left out.",
        "Row 7 of ZITEM is of an entity that the model lacks; it was left out.",
        "Film.filmHash, row 3: its data must be in the file \(folder.path)/.Shop_SUPPORT/_EXTERNAL_DATA/F1, but that cannot be read.",
      ])
    let context = ManagedObjectContext(model: found.model.model)
    let report = #expect(throws: ValidationReport.self) { try context.load(found.records) }
    #expect(report?.map(\.code) == ["reference.broken"])
  }
}
