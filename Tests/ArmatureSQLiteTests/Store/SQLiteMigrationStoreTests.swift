import Armature
import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import ArmatureSQLite

/// The effect of a migration on a file, and on other containers that have it open.
@Suite(.needsSQLite) struct SQLiteMigrationStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private static func model(
    @PropertyBuilder _ body: () -> EntityBody
  ) throws -> ManagedObjectModel {
    try ManagedObjectModel("Shelf") { Entity("Book", body) }
  }

  private static func old() throws -> ManagedObjectModel {
    try model {
      Attribute("title", String.self)
      Attribute("pages", Int.self).default(0)
    }
  }

  private static func new() throws -> ManagedObjectModel {
    try model {
      Attribute("name", String.self).renamed(from: "title")
      Attribute("pages", String.self)
      Attribute("added", Date.self).default(.now)
      Attribute("code", UUID.self).default(.uuid)
      Attribute("lot", Int.self).default { 7 }
    }
  }

  private func container(
    _ model: ManagedObjectModel, migration: StoreMigration = .automatic
  ) throws -> PersistentContainer {
    try PersistentContainer(model: model, store: SQLiteStore(path), migration: migration)
  }

  /// Creates a file of the old model with some books.
  @discardableResult private func save(_ titles: String...) throws -> PersistentContainer {
    let container = try container(Self.old())
    let context = container.makeContext()
    for title in titles { try context.insert("Book").setValue(title, forKey: "title") }
    try context.save()
    return container
  }

  @Test func `defaults that are computed are so for each row`() throws {
    try save("a", "b")
    let start = Date()
    let books = try container(Self.new()).makeContext().fetch("Book")
    let codes = try books.map { try $0.value(forKey: "code", as: UUID.self) }
    #expect(Set(codes).count == 2)
    for book in books {
      #expect(try book.value(forKey: "lot", as: Int.self) == 7)
      let added = try #require(try book.value(forKey: "added", as: Date.self))
      #expect(added >= start && added <= Date())
      #expect(try book.value(forKey: "pages", as: String.self) == "0")
    }
  }

  @Test func `who has the file open is told by the next look, and writes nothing`() throws {
    let former = try save("a")
    let (reading, writing) = (former.makeContext(), former.makeContext())
    let book = try writing.fetch("Book")[0]
    let later = try container(Self.new())
    #expect(throws: PersistentStoreError.self) { try reading.fetch("Book") }
    #expect(throws: PersistentStoreError.self) { try former.store.reserveKeys(1) }
    book.title = "b"
    let error = try #require(throws: PersistentStoreError.self) { try writing.save() }
    guard case .modelDiffers(_, let saved, _, .some) = error else { throw error }
    #expect(try saved == Self.new().fingerprint)
    let context = later.makeContext()
    #expect(try context.fetch("Book")[0].value(forKey: "name", as: String.self) == "a")
    expectIntact(path)
  }

  @Test func `rows that were changed have another version, and the store has the same identifier`()
    throws
  {
    let former = try save("a")
    let row = try former.store.rows(FetchRequest("Book"), of: former.model)[0]
    let later = try container(Self.new())
    let changed = try later.store.rows(FetchRequest("Book"), of: later.model)[0]
    #expect(changed.version > row.version && changed.id == row.id)
    #expect(later.store.identifier == former.store.identifier)
    // Keys continue from their former position.
    let context = later.makeContext()
    let book = try context.insert("Book")
    try book.setValuesForKeys(["name": "b", "pages": "1"])
    try context.save()
    #expect(book.objectID.key > row.id.key)
  }

  @Test func `a file stays as it is where that is wanted, and where it does not keep its model`()
    throws
  {
    try save("a")
    #expect(throws: PersistentStoreError.self) { try container(Self.new(), migration: .refuse) }
    try runSQL("DELETE FROM _armature WHERE key = 'model'", path)
    let error = try #require(throws: PersistentStoreError.self) { try container(Self.new()) }
    guard case .modelDiffers(_, _, _, nil) = error else { throw error }
    #expect(try container(Self.old()).makeContext().count("Book") == 1)
  }

  @Test func `tables that somebody has changed are not migrated`() throws {
    try save("a")
    try runSQL("ALTER TABLE Book ADD COLUMN more TEXT", path)
    let error = try #require(throws: SQLiteStoreError.self) { try container(Self.new()) }
    #expect("\(error)".contains("its table Book is not the one that the model makes"))
  }

  @Test func `the statements can be read before, and are those that are run`() throws {
    try save("it's")
    let new = try Self.model {
      Attribute("title", String.self)
      Attribute("pages", Int.self)
      Attribute("note", String.self).default("it's \"?\"")
    }
    let statements = try SQLiteStore(path).migrationSQL(to: new)
    #expect(
      statements == [
        "ALTER TABLE \"Book\" RENAME TO \"_armature_old_1\";",
        """
        CREATE TABLE "Book" (
          "_id" INTEGER PRIMARY KEY,
          "_version" INTEGER NOT NULL,
          "title" TEXT NOT NULL,
          "pages" INTEGER NOT NULL,
          "note" TEXT NOT NULL
        ) STRICT;
        """,
        """
        INSERT INTO "Book" ("_id", "_version", "title", "pages", "note") SELECT "o"."_id", 2, \
        "o"."title", "o"."pages", 'it''s "?"' FROM "_armature_old_1" AS "o";
        """,
        "DROP TABLE \"_armature_old_1\";",
      ])
    #expect(try SQLiteStore(path).metadata()?.model == Self.old())
    try runSQL(statements.joined(separator: "\n"), path)
    let other = folder.file()
    _ = try PersistentContainer(model: new, store: SQLiteStore(other))
    let tables = "SELECT sql FROM sqlite_schema ORDER BY name"
    #expect(try querySQL(tables, path) == querySQL(tables, other))
    #expect(try SQLiteStore(other).migrationSQL(to: new).isEmpty)
    #expect(try SQLiteStore(folder.file()).migrationSQL(to: new).isEmpty)
  }

  @Test func `columns get other names and are added where they are`() throws {
    let old = try Self.model {
      Attribute("title", String.self)
      Attribute("pages", Int.self)
      Relationship("next", to: "Book", inverse: "last")
      Relationship("last", to: "Book", inverse: "next")
      Index("pages")
    }
    do {
      let context = try container(old).makeContext()
      let (first, second) = (try context.insert("Book"), try context.insert("Book"))
      try first.setValuesForKeys(["title": "a", "pages": 3])
      try second.setValuesForKeys(["title": "b", "pages": 4])
      first.next = second
      try context.save()
    }
    let new = try Self.model {
      Attribute("name", String.self).renamed(from: "title")
      Attribute("size", Int.self).renamed(from: "pages")
      Attribute("note", String?.self)
      Relationship("following", to: "Book", inverse: "last").renamed(from: "next")
      Relationship("last", to: "Book", inverse: "following")
      Index("size")
    }
    #expect(
      try SQLiteStore(path).migrationSQL(to: new) == [
        #"ALTER TABLE "Book" RENAME COLUMN "title" TO "name";"#,
        #"ALTER TABLE "Book" RENAME COLUMN "pages" TO "size";"#,
        #"ALTER TABLE "Book" RENAME COLUMN "next" TO "following";"#,
        #"ALTER TABLE "Book" ADD COLUMN "note" TEXT;"#,
        #"DROP INDEX IF EXISTS "Book_next_only";"#,
        #"DROP INDEX IF EXISTS "Book_by_pages";"#,
        #"DROP INDEX IF EXISTS "Book_next_index";"#,
        #"DROP INDEX IF EXISTS "Book_by_size";"#,
        #"CREATE INDEX "Book_by_size" ON "Book" ("size");"#,
        #"DROP INDEX IF EXISTS "Book_following_index";"#,
        #"CREATE INDEX "Book_following_index" ON "Book" ("following");"#,
      ])
    for _ in 0..<2 {
      #expect(
        try StorePicture(container(new)).description == """
          Book 1 following: [2], name: "a", size: 3
          Book 2 last: [1], name: "b", size: 4
          """)
    }
    expectIntact(path)
    // The table's columns have another order than the model, which makes no difference.
    let later = try Self.model {
      Attribute("note", String?.self)
      Attribute("name", String.self)
      Attribute("size", String.self)
    }
    let context = try container(new).makeContext()
    for book in try context.fetch("Book") {
      book.note = "x"
      book.following = nil as ManagedObject?
    }
    try context.save()
    #expect(
      try StorePicture(container(later)).description == """
        Book 1 name: "a", note: "x", size: "3"
        Book 2 name: "b", note: "x", size: "4"
        """)
  }

  @Test func `declarations that stand in another order are the same model`() throws {
    try save("a")
    let same = try Self.model {
      Attribute("pages", Int.self).default(0)
      Attribute("title", String.self)
    }
    let context = try container(same, migration: .refuse).makeContext()
    try context.insert("Book").setValuesForKeys(["title": "b", "pages": 3])
    try context.save()
    let found = try StorePicture(container(Self.old())).objects.values.map(\.values)
    let wanted: [[String: AttributeValue]] = [
      ["title": "a", "pages": 0], ["title": "b", "pages": 3],
    ]
    #expect(found.count == 2 && wanted.allSatisfy(found.contains))
  }

  @Test func `what stands in files of its own stays there, or moves into the rows`() throws {
    let bytes = Album.bytes(200)
    do {
      let album = try Album(path)
      let context = album.container.makeContext()
      try album.add("a", bytes, to: context)
      try context.save()
      #expect(album.files.count == 1)
    }
    func model(isExternal: Bool) throws -> ManagedObjectModel {
      try ManagedObjectModel("Album") {
        Entity("Photo") {
          Attribute("name", String.self)
          Attribute("number", Int.self)
          Attribute("size", Int?.self)
          if isExternal {
            Attribute("bytes", Data?.self).storedExternally()
          } else {
            Attribute("bytes", Data?.self)
          }
        }
        Entity("Scan", parent: "Photo") { Attribute("back", Data?.self).storedExternally() }
      }
    }
    for isExternal in [true, false] {
      let container = try PersistentContainer(
        model: model(isExternal: isExternal), store: SQLiteStore(path, inlineLimit: 8))
      let photo = try container.makeContext().fetch("Photo")[0]
      #expect(try photo.value(forKey: "bytes", as: Data.self) == bytes)
      let types = try querySQL("SELECT typeof(bytes) FROM Photo", path)
      #expect(types == [isExternal ? "text" : "blob"])
    }
  }

  @Test func `versions one after the other end where the last one ends at once`() throws {
    let versions = try [
      Self.model {
        Attribute("a", Int16.self).default(3)
        Attribute("b", String?.self)
      },
      Self.model {
        Attribute("x", Int16.self).default(3).renamed(from: "a")
        Attribute("b", String?.self)
      },
      Self.model {
        Attribute("x", Int.self).default(3).renamed(from: "a")
        Attribute("b", String?.self)
        Attribute("c", Double.self).default(0.5)
      },
      Self.model {
        Attribute("y", String.self).default("3").renamed(from: "a")
        Attribute("d", String?.self).renamed(from: "b")
        Attribute("c", Double.self).default(0.5)
      },
    ]
    var pictures: [StorePicture] = []
    for stops in [[0, 1, 2, 3], [0, 3], [0, 2, 3]] {
      let path = folder.file()
      for (position, version) in stops.enumerated() {
        let container = try PersistentContainer(
          model: versions[version], store: SQLiteStore(path))
        if position == 0 {
          let context = container.makeContext()
          for number in 0..<5 {
            try context.insert("Book").setValuesForKeys(["a": number, "b": "b\(number)"])
          }
          try context.save()
        }
        if version == 3 { pictures.append(try StorePicture(container)) }
      }
    }
    #expect(pictures.count == 3 && pictures.allSatisfy { $0 == pictures[0] })
    #expect(pictures[0].description.hasPrefix("Book 1 c: 0.5, d: \"b0\", y: \"0\"\nBook 2"))
  }
}
