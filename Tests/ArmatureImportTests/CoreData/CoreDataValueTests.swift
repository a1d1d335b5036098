import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

@Suite struct CoreDataValueTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Reads a store after some statements have changed it.
  private func read(_ changes: [String]) throws -> CoreDataStore {
    try CoreDataStore(
      contentsOf: folder.coreDataStore(CoreDataFixture.statements + changes),
      model: folder.coreDataModel())
  }

  @Test(arguments: [
    (
      "UPDATE ZITEM SET ZNAME = CAST(X'41FF42' AS TEXT) WHERE Z_PK = 1",
      "Book.name, row 1 of ZITEM: the column ZNAME must have text, but has text that is not UTF-8."
    ),
    (
      "UPDATE ZITEM SET ZNAME = X'4142' WHERE Z_PK = 2",
      "Film.name, row 2 of ZITEM: the column ZNAME must have text, but has 2 bytes of data."
    ),
    (
      "UPDATE ZITEM SET ZSITE = X'41' WHERE Z_PK = 2",
      "Film.site, row 2 of ZITEM: the column ZSITE must have text, but has 1 byte of data."
    ),
    (
      "UPDATE ZITEM SET ZSIZE = 'big' WHERE Z_PK = 1",
      "Book.size, row 1 of ZITEM: the column ZSIZE must have a whole number of 32 bits, but has text."
    ),
    (
      "UPDATE ZITEM SET ZSIZE = 1.5 WHERE Z_PK = 1",
      "Book.size, row 1 of ZITEM: the column ZSIZE must have a whole number of 32 bits, but has a number with a fraction."
    ),
    (
      "UPDATE ZITEM SET ZPRICE = '12abc' WHERE Z_PK = 1",
      "Book.price, row 1 of ZITEM: the column ZPRICE must have a decimal number, but has text."
    ),
    (
      "UPDATE ZITEM SET ZSIZE1 = 'x' WHERE Z_PK = 2",
      "Film.size, row 2 of ZITEM: the column ZSIZE1 must have a number, but has text."
    ),
    (
      "UPDATE ZITEM SET ZSIZE1 = 9e999 WHERE Z_PK = 2",
      "Film.size, row 2 of ZITEM: the column ZSIZE1 must have a number, but has an infinite number."
    ),
    (
      "UPDATE ZITEM SET ZMADE = 'now' WHERE Z_PK = 2",
      "Film.made, row 2 of ZITEM: the column ZMADE must have a number of seconds, but has text."
    ),
    (
      "UPDATE ZITEM SET ZCODE = X'00' WHERE Z_PK = 1",
      "Book.code, row 1 of ZITEM: the column ZCODE must have 16 bytes of data, but has 1 byte of data."
    ),
    (
      "UPDATE ZITEM SET ZBLOB = 'QUJD' WHERE Z_PK = 2",
      "Film.blob, row 2 of ZITEM: the column ZBLOB must have data, but has text."
    ),
    (
      "UPDATE ZITEM SET ZHASH = X'022E2E2F6100' WHERE Z_PK = 2",
      "Film.filmHash, row 2 of ZITEM: the column ZHASH must name a file in the folder of the store's data, but has \"../a\"."
    ),
    (
      "UPDATE Z_1TAGS SET Z_1ITEMS = 'one' WHERE rowid = 2",
      "Tag.items, row 2 of Z_1TAGS: the column Z_1ITEMS must have the key of a row, but has text."
    ),
    (
      "UPDATE Z_1TAGS SET Z_4TAGS = NULL WHERE rowid = 3",
      "Tag.items, row 3 of Z_1TAGS: the column Z_4TAGS must have the key of a row, but has nothing."
    ),
  ])
  func `a value that Core Data does not write is an error that names table, row and column`(
    change: String, message: String
  ) throws {
    let found = try read([
      change, "DELETE FROM ZITEM WHERE Z_PK = 3", "DELETE FROM Z_1TAGS WHERE rowid = 1",
    ])
    #expect(found.errors.map(\.message) == [message])
    #expect(found.errors.allSatisfy { $0.code == .unreadableValue })
    #expect(found.issues.isEmpty, "\(found.issues)")
  }

  @Test
  func `an order that is no number and a link from no row are warnings, and every object is there`()
    throws
  {
    try folder.write("outside", to: ".Shop_SUPPORT/_EXTERNAL_DATA/F1")
    let found = try read([
      "UPDATE Z_1TAGS SET Z_FOK_1ITEMS = 'first' WHERE rowid = 1",
      "INSERT INTO Z_1TAGS VALUES (1, 99, 1)",
    ])
    #expect(
      found.issues.map(\.message) == [
        "Tag.items, row 4 of Z_1TAGS: the column Z_4TAGS has 99, but no row has this key; the "
          + "link was left out.",
        "Tag.items, row 1 of Z_1TAGS: the column Z_FOK_1ITEMS must have a number, but has text; "
          + "the object comes after the objects with a number.",
      ])
    #expect(found.errors.isEmpty)
    let context = ManagedObjectContext(model: found.model.model)
    #expect(try context.load(found.records).report.isEmpty)
    let tagged: [ManagedObject]? = context.objects(of: "Tag")[0].items
    #expect(tagged?.map { $0["name"] ?? .null } == ["Alien", "Emma", "Heat"])
  }

  @Test(arguments: [Int64.max, .min, -1, 0, 99])
  func `a link to no row is the loader's to tell, whatever its key is`(key: Int64) throws {
    try folder.write("outside", to: ".Shop_SUPPORT/_EXTERNAL_DATA/F1")
    let found = try read(["UPDATE Z_1TAGS SET Z_1ITEMS = \(key) WHERE rowid = 2"])
    let context = ManagedObjectContext(model: found.model.model)
    let report = #expect(throws: ValidationReport.self) { try context.load(found.records) }
    #expect(report?.map(\.code) == ["reference.broken"])
    let lines = report?.rendered(as: .lines) ?? ""
    #expect(lines.hasPrefix("Shop.sqlite (Tag, row 1): error: "), "\(lines)")
  }

  @Test func `what a rule refuses is told with entity and key`() throws {
    try folder.write("outside", to: ".Shop_SUPPORT/_EXTERNAL_DATA/F1")
    let found = try read(["UPDATE ZTAG SET ZWORD = NULL WHERE Z_PK = 2"])
    let context = ManagedObjectContext(model: found.model.model)
    let report = #expect(throws: ValidationReport.self) { try context.load(found.records) }
    let text = report?.rendered(as: .text) ?? ""
    #expect(text.contains("\n    at Shop.sqlite (Tag, row 2)"), "\(text)")
  }

  @Test func `a store behind a link is read with what is beside the store itself`() throws {
    try folder.write("outside", to: ".Shop_SUPPORT/_EXTERNAL_DATA/F1")
    let path = try folder.coreDataStore()
    let link = folder.path + "/elsewhere/Other.sqlite"
    try folder.write("", to: "elsewhere/none")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "../Shop.sqlite")
    let before = try Data(contentsOf: URL(filePath: path))
    let found = try CoreDataStore(contentsOf: link, model: folder.coreDataModel())
    #expect(found.count == 5 && found.issues.isEmpty, "\(found.issues)")
    #expect(try Data(contentsOf: URL(filePath: path)) == before)
  }
}
