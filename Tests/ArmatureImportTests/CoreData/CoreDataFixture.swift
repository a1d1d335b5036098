import ArmatureSQLite
import Foundation
import TestSupport

/// A model, and the tables that Core Data would create for it.
enum CoreDataFixture {
  static let model = """
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

  /// Core Data's statements for creating the model's tables.
  static let statements = [
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
}

extension TemporaryFolder {
  /// Creates a file with tables.
  func coreDataStore(
    _ statements: [String] = CoreDataFixture.statements, name: String = "Shop.sqlite"
  ) throws -> String {
    let path = try write(Data(), to: name)
    let database = try ForeignDatabase(path)
    for statement in statements { try database.forEachRow(of: statement, columns: 0) { _ in } }
    return path
  }

  func coreDataModel() throws -> String {
    try write("<model>\(CoreDataFixture.model)</model>", to: "Shop.xml")
  }
}
