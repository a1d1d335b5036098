import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// The metadata of a file about its model, and its use by other programs.
@Suite(.needsSQLite) struct SQLiteMetadataTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private static func model() throws -> ManagedObjectModel {
    try model { Attribute("title", String?.self) }
  }

  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Files") { Entity("Book", body) }
  }

  private func save(_ title: String, _ model: ManagedObjectModel? = nil) throws {
    let container = try PersistentContainer(
      model: model ?? Self.model(), store: SQLiteStore(path))
    let context = container.makeContext()
    try context.insert("Book").setValue(title, forKey: "title")
    try context.save()
  }

  /// Creates a file like the first versions of the library.
  private func makeOldFile() throws {
    try save("a")
    try runSQL("DELETE FROM _armature WHERE key IN ('model', 'modelFormat', 'version')", path)
  }

  @Test func `a file knows the model, its fingerprint, all formats and the library, opened or not`()
    throws
  {
    let (model, store) = (try Self.model(), SQLiteStore(path))
    #expect(try store.metadata() == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data().write(to: URL(filePath: path))
    #expect(try store.metadata() == nil)
    try store.open(model)
    for store in [store, SQLiteStore(path)] {
      let metadata = try #require(try store.metadata())
      #expect(metadata.model == model)
      #expect(metadata.fingerprint == model.fingerprint)
      #expect(metadata.format == 1 && metadata.modelFormat == ManagedObjectModel.encodedFormat)
      #expect(metadata.libraryVersion?.split(separator: ".").count == 3)
    }
    #expect(try SQLiteStore(path).metadata()?.identifier == store.identifier)
  }

  @Test func `the database of another program has no metadata, but an error`() throws {
    try runSQL("CREATE TABLE Book (title)", path)
    #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path).metadata() }
  }

  @Test func `another model is refused with what differs, and nothing is changed`() throws {
    try save("a")
    let other = try Self.model {
      Attribute("name", String?.self).renamed(from: "title")
      Attribute("pages", Int.self).userInfo(["unit": "pages"])
    }
    let bytes = try Data(contentsOf: URL(filePath: path))
    let error = try #require(throws: PersistentStoreError.self) {
      try SQLiteStore(path).open(other)
    }
    let saved = try Self.model()
    #expect(
      error
        == .modelDiffers(
          path: path, saved: saved.fingerprint, expected: other.fingerprint,
          difference: other.difference(from: saved)))
    #expect(
      error.description == """
        \(path) was saved with model \(saved.fingerprint), but is being opened with a model \
        \(other.fingerprint). Nothing was changed: open it \
        with the model that saved it, or undo the differences:
          Book.name: renamed from title (lightweight). Its values are kept under the new name.
          Book.pages: added, required and without a default (needs a mapping). Old objects have no value for it.
        """)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
    try save("b")
  }

  @Test func `a long list of what differs ends with the number of the rest`() throws {
    try save("a")
    let other = try Self.model {
      for number in 0..<30 { Attribute("a\(number)", Int?.self) }
    }
    let error = try #require(throws: PersistentStoreError.self) {
      try SQLiteStore(path).open(other)
    }
    #expect(error.description.hasSuffix("value for it.\n  … and 11 more"))
  }

  @Test func `a file without its model opens if it is of the same fingerprint, and then keeps it`()
    throws
  {
    try makeOldFile()
    let old = try #require(try SQLiteStore(path).metadata())
    #expect(old.model == nil && old.modelFormat == nil && old.libraryVersion == nil)
    #expect(try old.fingerprint == Self.model().fingerprint)
    let container = try PersistentContainer(model: Self.model(), store: SQLiteStore(path))
    let context = container.makeContext()
    #expect(try context.count("Book") == 1)
    #expect(try SQLiteStore(path).metadata() == old)
    try context.insert("Book").setValue("b", forKey: "title")
    try context.save()
    #expect(try SQLiteStore(path).metadata()?.model == Self.model())
    expectIntact(path)
  }

  @Test func `a file without its model is refused, but not told what differs`() throws {
    try makeOldFile()
    let other = try Self.model { Attribute("title", String.self) }
    let error = try #require(throws: PersistentStoreError.self) {
      try SQLiteStore(path).open(other)
    }
    guard case .modelDiffers(_, _, _, difference: nil) = error else { throw error }
    #expect(error.description.hasSuffix("or undo the differences."))
  }

  @Test func `a model that keeps rows in the same way takes the place of the old one with a save`()
    throws
  {
    try save("a")
    let other = try Self.model { Attribute("title", String?.self).length(1...9).default("x") }
    _ = try PersistentContainer(model: other, store: SQLiteStore(path)).makeContext().fetch("Book")
    #expect(try SQLiteStore(path).metadata()?.model == Self.model())
    try save("b", other)
    #expect(try SQLiteStore(path).metadata()?.model == other)
  }

  @Test func `a save that fails does not change the model`() throws {
    try save("a")
    let other = try Self.model { Attribute("title", String?.self).length(1...9) }
    let (first, second) = (
      try PersistentContainer(model: Self.model(), store: SQLiteStore(path)).makeContext(),
      try PersistentContainer(model: other, store: SQLiteStore(path)).makeContext()
    )
    let (book, same) = (try first.fetch("Book")[0], try second.fetch("Book")[0])
    book.title = "b"
    try first.save()
    same.title = "c"
    #expect(throws: (any Error).self) { try second.save() }
    #expect(try SQLiteStore(path).metadata()?.model == Self.model())
    try second.refreshAll()
    second.rollback()
    try second.fetch("Book")[0].setValue("d", forKey: "title")
    try second.save()
    #expect(try SQLiteStore(path).metadata()?.model == other)
  }

  @Test(arguments: [
    (
      "PRAGMA user_version = 7",
      "it is of format 7, written by Armature 9.8.7, but this version of Armature,"
    ),
    (
      "UPDATE _armature SET value = 7 WHERE key = 'modelFormat'",
      "its model is of format 7, written by Armature 9.8.7, but this version of Armature,"
    ),
  ])
  func `a file of a newer format is refused with both versions`(
    change: String, says: String
  ) throws {
    try save("a")
    try runSQL("UPDATE _armature SET value = '9.8.7' WHERE key = 'version'; \(change)", path)
    let error = #expect(throws: SQLiteStoreError.self) { try save("b") }
    #expect(
      error?.description
        == "\(path) must be a store of Armature, but \(says) 0.1.0, supports 1."
        + " Use the version that wrote it, or a later one.")
    #expect(try SQLiteStore(path).metadata()?.libraryVersion == "9.8.7")
  }

  @Test func `a model that somebody has damaged is told, and rows are read all the same`()
    throws
  {
    try save("a")
    try runSQL("UPDATE _armature SET value = '{}' WHERE key = 'model'", path)
    let error = #expect(throws: SQLiteStoreError.self) { try SQLiteStore(path).metadata() }
    #expect(error?.description.contains("the model in its table _armature is invalid") == true)
    try save("b")
    #expect(try SQLiteStore(path).metadata()?.model == Self.model())
  }

  @Test func `a model with closures is kept as far as it is data`() throws {
    func model() throws -> ManagedObjectModel {
      try Self.model {
        Attribute("title", String?.self)
        Attribute("added", Date.self).default { .distantFuture }
        Attribute("ratio", Double.self).default(.infinity)
        Attribute("pages", Int.self).default(2).rule("is even") { $0 % 2 == 0 }
      }
    }
    let store = SQLiteStore(path)
    let context = try PersistentContainer(model: model(), store: store).makeContext()
    try context.insert("Book").setValue("a", forKey: "title")
    try context.save()
    let kept = try #require(try store.metadata()?.model)
    #expect(try kept.difference(from: model()).compatibility == .none)
    try SQLiteStore(path).open(model())
  }
}
