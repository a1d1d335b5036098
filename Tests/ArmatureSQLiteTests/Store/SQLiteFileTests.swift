import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import Synchronization
import TestSupport
import Testing

/// Unusable files.
@Suite(.needsSQLite) struct SQLiteFileTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Files") {
      Entity("Book") {
        Attribute("title", String?.self)
        Attribute("isbn", String?.self)
        Unique("isbn")
      }
    }
  }

  private func open(_ path: String) throws -> ManagedObjectContext {
    try PersistentContainer(model: Self.model(), store: SQLiteStore(path)).makeContext()
  }

  private func filled(_ path: String, count: Int = 40) throws {
    let context = try open(path)
    for number in 0..<count {
      try context.insert("Book").setValuesForKeys(["title": "Title \(number)", "isbn": "\(number)"])
    }
    try context.save()
  }

  @Test(arguments: ["", ":memory:", "shop\u{0}.sqlite", "/tmp/shop.sqlite\u{0}"])
  func `a path that names no file is refused with a sentence`(_ path: String) {
    let error = #expect(throws: SQLiteStoreError.self) { try open(path) }
    #expect(error?.description.contains("must be a store of Armature, but") == true)
    #expect(!FileManager.default.fileExists(atPath: ":memory:"))
  }

  /// On Apple systems, `fsync` leaves data in the disk's cache; SQLite flushes it if told to.
  @Test(arguments: [
    (SQLiteStore.Durability.full, ["PRAGMA fullfsync = ON", "PRAGMA checkpoint_fullfsync = ON"]),
    (.normal, ["PRAGMA checkpoint_fullfsync = ON"]),
  ])
  func `the disk is told to write what is durable`(
    _ durability: SQLiteStore.Durability, _ told: [String]
  ) throws {
    let folder = try TemporaryFolder()
    let statements = Mutex<[String]>([])
    let store = SQLiteStore(
      folder.file(), durability: durability,
      log: { text, _ in statements.withLock { $0.append(text) } })
    _ = try PersistentContainer(model: Self.model(), store: store)
    let found = statements.withLock { $0.filter { $0.contains("fullfsync") } }
    #expect(Array(found.prefix(told.count)) == told)
    #expect(Set(found) == Set(told))
  }

  @Test func `a folder, and a file in no folder, are refused`() throws {
    let folder = try TemporaryFolder()
    for path in [folder.path, folder.file("none/shop.sqlite")] {
      #expect(throws: SQLiteStoreError.self, "\(path)") { try open(path) }
    }
  }

  @Test func `a file that is no database is refused, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let bytes = Data(String(repeating: "no database ", count: 1000).utf8)
    try bytes.write(to: URL(filePath: path))
    #expect(throws: SQLiteStoreError.self) { try open(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test(arguments: [1, 2, 99, 100, 511, 512, 1000])
  func `a file with a few bytes is refused, and stays as it is`(_ count: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    let bytes = Data(repeating: 0x41, count: count)
    try bytes.write(to: URL(filePath: path))
    let error = #expect(throws: SQLiteStoreError.self) { try open(path) }
    #expect(error.map { "\($0)" }?.contains("it is not a SQLite database") == true)
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test func `a file with two names is refused unless that is asked for`() throws {
    let folder = try TemporaryFolder()
    let (path, other) = (folder.file(), folder.file())
    let container = try PersistentContainer(model: Self.model(), store: SQLiteStore(path))
    let context = container.makeContext()
    try context.insert("Book").setValue("a", forKey: "isbn")
    try FileManager.default.linkItem(atPath: path, toPath: other)
    for body in [{ try context.save() }, { _ = try open(other) }] {
      let error = #expect(throws: SQLiteStoreError.self) { try body() }
      #expect(error.map { "\($0)" }?.contains("has 2 names (hard links)") == true)
    }
    let asked = try PersistentContainer(
      model: Self.model(), store: SQLiteStore(path, allowsHardLinks: true))
    #expect(try asked.makeContext().count("Book") == 0)
    try FileManager.default.removeItem(atPath: other)
    try context.save()
    // A symbolic link is another path to the same name.
    try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
    #expect(try open(other).count("Book") == 1)
  }

  @Test func `the number of the last save may be the last of all numbers`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try filled(path, count: 2)
    try runSQL("UPDATE _armature SET value = 4294967294 WHERE key = 'lastCommit'", path)
    let context = try open(path)
    for number in 0..<4 {
      try context.insert("Book").setValue("new \(number)", forKey: "isbn")
      try context.save()
    }
    #expect(try open(path).count("Book") == 6)
  }

  @Test func `an empty file becomes a store`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try Data().write(to: URL(filePath: path))
    try filled(path)
    #expect(try open(path).count("Book") == 40)
  }

  @Test func `the database of another program is refused, and stays as it is`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try runSQL("CREATE TABLE Book (title); INSERT INTO Book VALUES ('a')", path)
    let bytes = try Data(contentsOf: URL(filePath: path))
    #expect(throws: SQLiteStoreError.self) { try open(path) }
    #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
  }

  @Test(arguments: [
    "DROP TABLE Book", "ALTER TABLE Book ADD COLUMN more TEXT",
    "ALTER TABLE Book RENAME title TO name",
    "CREATE TRIGGER t AFTER INSERT ON Book BEGIN DELETE FROM Book; END",
    "PRAGMA user_version = 99", "PRAGMA application_id = 7",
  ])
  func `a store that another program has changed is refused`(_ change: String) throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try filled(path)
    try runSQL(change, path)
    let error = #expect(throws: SQLiteStoreError.self) { try open(path) }
    #expect(error?.description.contains(path) == true)
  }

  @Test func `a damaged or cut file is read or refused, and never a trap`() throws {
    let folder = try TemporaryFolder()
    let path = folder.file()
    try filled(path)
    try runSQL("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE", path)
    let whole = try Data(contentsOf: URL(filePath: path))
    var random = SplitMix64(seed: 1)
    var refused = 0
    for number in 0..<400 {
      let copy = folder.file("damaged-\(number).sqlite")
      var bytes = whole
      if number % 4 == 0 {
        bytes = bytes.prefix(random.below(bytes.count))
      } else {
        // The pages of the schema and the root of the table are damaged as often as all others.
        for _ in 0...random.below(4) {
          let place = random.bool() ? random.below(4096) : random.below(bytes.count)
          bytes[place] ^= UInt8(1 << random.below(8))
        }
      }
      try bytes.write(to: URL(filePath: copy))
      do {
        let context = try open(copy)
        for book in try context.fetch("Book") { _ = book["title"] }
        try context.insert("Book").setValuesForKeys(["title": "new", "isbn": "new"])
        try context.save()
      } catch is SQLiteStoreError {
        refused += 1
      } catch is PersistentStoreError {
        refused += 1
      } catch is ValidationReport {
        refused += 1
      }
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: copy + end) }
    }
    #expect(refused > 20)
  }

  @Test func `a file that is removed or replaced under an open container is told`() throws {
    let folder = try TemporaryFolder()
    let (path, other) = (folder.file(), folder.file())
    try filled(path)
    try filled(other)
    let context = try open(path)
    try context.insert("Book").setValuesForKeys(["title": "more"])
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    #expect(throws: SQLiteStoreError.replaced(path: path)) { try context.save() }
    try FileManager.default.copyItem(atPath: other, toPath: path)
    #expect(throws: SQLiteStoreError.replaced(path: path)) { try context.save() }
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".old", toPath: path)
    try context.save()
    #expect(try open(path).count("Book") == 41)
  }

  @Test(arguments: [false, true])
  func `a file system without shared memory is refused with a sentence`(_ isThere: Bool)
    async throws
  {
    let folder = try TemporaryFolder()
    let path = folder.file()
    if isThere {
      try filled(path)
      try runSQL("PRAGMA journal_mode = DELETE", path)
    }
    let before = try? Data(contentsOf: URL(filePath: path))
    // From then on, the whole process uses this file system.
    await #expect(processExitsWith: .success) { [path = path as String] in
      try useFileSystem("unix-dotfile")
      let error = #expect(throws: SQLiteStoreError.self) { try Self().open(path) }
      let text = error?.description ?? ""
      #expect(
        text.hasPrefix("\(path) must be a store of Armature, but no log can be kept next to it"))
      #expect(text.contains("stays in the journal mode \"delete\". Keep it on a local disk"))
    }
    #expect(try Data(contentsOf: URL(filePath: path)) == before ?? Data())
    if !isThere { try filled(path) }
    #expect(try open(path).count("Book") == 40)
  }
}
