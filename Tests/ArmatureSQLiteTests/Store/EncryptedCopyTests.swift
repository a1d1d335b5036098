import Armature
import ArmatureSQL
import Foundation
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Copies with the same key, with another one, and between plain and encrypted files; and changes of the key.
@Suite(.needsEncryption) struct EncryptedCopyTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let key = EncryptedFileTests.key
  private static let other = EncryptedFileTests.other

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func store(_ container: PersistentContainer) throws -> SQLiteStore {
    try #require(container.store as? SQLiteStore)
  }

  @Test(arguments: [nil, key], [nil, key, other])
  func `a copy has the same objects, and needs its own key`(from: SQLiteKey?, to: SQLiteKey?) throws
  {
    let ledger = try Ledger(path, key: from)
    try ledger.start()
    try ledger.add(count: 5)
    let copy = folder.file("copy")
    try store(ledger.container).backUp(to: copy, key: to)
    // The copy works independently.
    let copied = try Ledger(copy, key: to)
    #expect(try copied.number() == 5)
    #expect(try copied.add(copied.container.makeContext()) == 6)
    #expect(copied.container.store.identifier == ledger.container.store.identifier)
    #expect(try copied.container.verify().isEmpty)
    #expect(try ledger.number() == 5)
    let wrong = to == nil ? Self.key : SQLiteKey.passphrase("wrong")
    #expect(throws: SQLiteStoreError.self) { try Ledger(copy, key: wrong) }
    if to != nil { #expect(throws: SQLiteStoreError.keyMissing(path: copy)) { try Ledger(copy) } }
    try store(copied.container).closeConnections()
    #expect(try files(containing: "entry", in: copy).isEmpty == (to != nil))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.allSatisfy { !$0.hasPrefix("copy.") }, "\(names)")
  }

  @Test func `a backup without a key has the key of the file`() throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    try store(ledger.container).backUp(to: folder.file("copy"))
    #expect(try Ledger(folder.file("copy"), key: Self.key).number() == 0)
  }

  @Test func `a plain file and its encrypted copy have equal tables and history`() throws {
    let container = try PersistentContainer(
      model: Ledger.model(), store: SQLiteStore(path, keepsHistory: true))
    let context = container.makeContext()
    for number in 0..<20 {
      try context.insert("Entry").setValuesForKeys(["number": number, "text": "entry \(number)"])
      try context.save()
    }
    try store(container).backUp(to: folder.file("secret"), key: Self.key)
    let secret = SQLiteStore(folder.file("secret"), key: { Self.key })
    let copied = try PersistentContainer(model: Ledger.model(), store: secret)
    #expect(try copied.history().count == 20)
    try secret.backUp(to: folder.file("plain"), key: nil)
    let statements = """
      SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY name;
      SELECT * FROM _armature;
      SELECT * FROM Entry;
      SELECT * FROM _armature_saves;
      SELECT * FROM _armature_changes;
      PRAGMA application_id;
      PRAGMA user_version;
      """
    for statement in statements.split(separator: "\n").map(String.init) {
      #expect(try querySQL(statement, path) == querySQL(statement, folder.file("plain")))
    }
    expectIntact(folder.file("plain"))
  }

  @Test(.needsFullText, arguments: [nil, key], [nil, key, other])
  func `a copy finds the words of its rows, and those of later changes`(
    from: SQLiteKey?, to: SQLiteKey?
  ) throws {
    func container(_ path: String, _ key: SQLiteKey?) throws -> PersistentContainer {
      try PersistentContainer(
        model: SearchModel.make(), store: SQLiteStore(path, key: key?.source))
    }
    func count(_ entity: String, _ query: String, _ container: PersistentContainer) throws -> Int {
      try container.makeContext().count(entity) { $0.matches(query) }
    }
    let original = try container(path, from)
    let context = original.makeContext()
    let author = try context.insert("Author")
    author.name = "Herbert"
    let note = try context.insert("Note")
    (note.title, note.author) = ("Dune", author)
    try context.insert("Haiku").text = "日本語の詩"
    try context.save()
    let copy = folder.file("copy")
    try store(original).backUp(to: copy, key: to)
    let copied = try container(copy, to)
    let later = copied.makeContext()
    #expect(try count("Note", "dune herbert", copied) == 1 && count("Haiku", "日本語", copied) == 1)
    try #require(try later.fetch("Author").first).name = "Villeneuve"
    try #require(try later.fetch("Haiku").first).text = "古池や蛙飛びこむ"
    try later.insert("Song").title = "Spice"
    try later.save()
    #expect(try count("Note", "herbert", copied) == 0 && count("Note", "villeneuve", copied) == 1)
    #expect(try count("Haiku", "日本語", copied) == 0 && count("Haiku", "蛙飛び", copied) == 1)
    #expect(try count("Song", "spice", copied) == 1)
    #expect(try copied.verify().isEmpty)
    try store(copied).closeConnections()
    #expect(try files(containing: "villeneuve", in: copy).isEmpty == (to != nil))
  }

  @Test func `data that is beside a plain file is in the rows of its encrypted copy`() throws {
    let album = try Album(path)
    let context = album.container.makeContext()
    for number in 0..<4 { try album.add("\(number)", Album.bytes(number * 3_000), to: context) }
    try album.add("none", nil, to: context, as: "Scan")
    try context.save()
    #expect(album.files.count == 3)
    try store(album.container).backUp(to: folder.file("secret"), key: Self.key)
    let secret = try Album(folder.file("secret"), key: Self.key)
    try store(secret.container).backUp(to: folder.file("plain"), key: nil)
    let plain = try Album(folder.file("plain"))
    for copy in [secret, plain] {
      for number in 0..<4 {
        #expect(try copy.bytes(of: "\(number)") == Album.bytes(number * 3_000))
      }
      #expect(try copy.bytes(of: "none") == nil)
      #expect(try copy.container.verify().isEmpty)
      #expect(copy.files.isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: secret.folder))
    // From now on, the plain copy stores large data beside the file.
    let next = plain.container.makeContext()
    try #require(try next.fetch("Photo").first).setValue(Album.bytes(500), forKey: "bytes")
    try next.save()
    #expect(plain.files.count == 1)
  }

  @Test func `a copy with another encryption is whole while others save`() async throws {
    let ledger = try Ledger(path)
    try ledger.start()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try Ledger(path).add(count: 15) } }
      for number in 0..<5 {
        let copy = folder.file("copy \(number)")
        try store(ledger.container).backUp(to: copy, key: Self.key)
        _ = try Ledger(copy, key: Self.key).number()
        try await Task.sleep(for: .milliseconds(5))
      }
      try await group.waitForAll()
    }
    #expect(try ledger.number() == 30)
  }

  @Test func `a copy of a read-only file in a folder without a log can be encrypted`() throws {
    let source = folder.file("folder/plain.sqlite")
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: true)
    let ledger = try Ledger(source)
    try ledger.start()
    try store(ledger.container).closeConnections()
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o555], ofItemAtPath: folder.file("folder"))
    defer {
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: folder.file("folder"))
    }
    let reader = SQLiteStore(source, readOnly: true)
    try reader.open(Ledger.model())
    try reader.backUp(to: folder.file("copy"), key: Self.key)
    #expect(try Ledger(folder.file("copy"), key: Self.key).number() == 0)
  }

  // MARK: Changes of the key

  @Test(arguments: [other, .passphrase("Straße")])
  func `a file has a new key after a change, and not the old one`(new: SQLiteKey) throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    try ledger.add(count: 5)
    let reader = try ledger.container.store.reader()
    try store(ledger.container).rekey(to: new)
    // The store continues, and a reader sees its state.
    #expect(try reader.count(FetchRequest("Entry")) == 15)
    try ledger.add(count: 1)
    #expect(try ledger.number() == 6)
    #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try Ledger(path, key: Self.key) }
    #expect(try Ledger(path, key: new).number() == 6)
    withExtendedLifetime(reader) {}
  }

  @Test func `another store with the old key is told, and loses nothing`() throws {
    let (one, two) = (try Ledger(path, key: Self.key), try Ledger(path, key: Self.key))
    try one.start()
    let context = two.container.makeContext()
    #expect(try two.add(context) == 1)
    try store(one.container).rekey(to: Self.other)
    #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try two.add(context) }
    #expect(throws: SQLiteStoreError.wrongKey(path: path)) {
      try two.container.makeContext().insert("Account")
    }
    #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try two.number() }
    try store(two.container).closeConnections()
    #expect(try one.number() == 1)
    #expect(try one.container.verify().isEmpty)
    #expect(try Ledger(path, key: Self.other).number() == 1)
  }

  @Test func `a store is read and saved to while its key changes`() async throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<2 { group.addTask { try ledger.add(count: 20) } }
      group.addTask {
        for _ in 0..<200 {
          let count = try ledger.container.makeContext().count("Entry")
          #expect(count % 3 == 0)
        }
      }
      for byte in 10..<20 as Range<UInt8> {
        try store(ledger.container).rekey(to: .bytes(Data(repeating: byte, count: 32)))
        try await Task.sleep(for: .milliseconds(3))
      }
      try await group.waitForAll()
    }
    #expect(try ledger.number() == 40)
    try store(ledger.container).closeConnections()
    let last = SQLiteKey.bytes(Data(repeating: 19, count: 32))
    #expect(try Ledger(path, key: last).number() == 40)
  }

  @Test func `a key cannot be changed to one that no file can have, nor while another writes`()
    throws
  {
    let ledger = try Ledger(path, busyTimeout: .milliseconds(50), key: Self.key)
    try ledger.start()
    let store = try store(ledger.container)
    #expect(throws: SQLiteStoreError.self) { try store.rekey(to: .passphrase("")) }
    let writer = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .zero, log: nil, key: Self.key)
    try writer.run("BEGIN IMMEDIATE")
    #expect(throws: SQLiteStoreError.busy(path: path)) { try store.rekey(to: Self.other) }
    try writer.run("ROLLBACK")
    #expect(try ledger.number() == 0)
    let reader = SQLiteStore(path, readOnly: true, key: { Self.key })
    try reader.open(Ledger.model())
    #expect(throws: SQLiteStoreError.readOnly(path: path)) { try reader.rekey(to: Self.other) }
    #expect(try Ledger(path, key: Self.key).number() == 0)
  }

  @Test func `a change of the key that the library did not make is an error`() throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    let connection = try SQLiteConnection(
      path, SQLiteLibrary.load(nil), busyTimeout: .zero, log: nil, key: Self.key)
    #expect(throws: Never.self) { try connection.confirmChange(to: Self.key) }
    #expect(throws: SQLiteStoreError.busy(path: path)) {
      try connection.confirmChange(to: Self.other)
    }
    #expect(try ledger.number() == 0)
  }

  // MARK: Migration

  @Test func `a migration keeps the key, and so does its backup`() throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    try ledger.add(count: 3)
    try store(ledger.container).closeConnections()
    let changed = SQLiteStore(path, key: { Self.key })
    let plan = try changed.migrationPlan(to: Ledger.changedModel())
    #expect(plan.stages.count == 1 && plan.obstacles.isEmpty)
    let container = try PersistentContainer(
      model: Ledger.changedModel(), store: changed,
      migration: .automatic.keepingBackup(at: folder.file("old")))
    #expect(try container.makeContext().count("Entry") == 9)
    #expect(try Ledger(folder.file("old"), key: Self.key).number() == 3)
    #expect(throws: SQLiteStoreError.keyMissing(path: folder.file("old"))) {
      try Ledger(folder.file("old"))
    }
    #expect(try files(containing: "entry", in: folder.path).isEmpty)
  }
}
