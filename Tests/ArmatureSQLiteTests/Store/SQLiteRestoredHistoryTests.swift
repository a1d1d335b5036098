import Armature
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// History tokens of a file that was restored from a backup, and damaged history rows.
@Suite(.needsSQLite) struct SQLiteRestoredHistoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func store() -> SQLiteStore { SQLiteStore(path, keepsHistory: true) }

  private func open(_ store: SQLiteStore? = nil) throws -> PersistentContainer {
    let model = try ManagedObjectModel("Diary") {
      Entity("Page") { Attribute("text", String.self) }
    }
    return try PersistentContainer(model: model, store: store ?? self.store())
  }

  private func save(_ container: PersistentContainer, _ texts: String...) throws {
    for text in texts {
      let context = container.makeContext()
      try context.insert("Page").setValue(text, forKey: "text")
      try context.save()
    }
  }

  /// Returns the current token, as a program stores it.
  private func point(_ container: PersistentContainer) throws -> PersistentHistoryToken {
    let token = try #require(try container.currentHistoryToken())
    return try JSONDecoder().decode(
      PersistentHistoryToken.self, from: try JSONEncoder().encode(token))
  }

  private func restore(_ backup: String) throws {
    for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) }
    try FileManager.default.copyItem(atPath: backup, toPath: path)
  }

  private func expectUnknown(
    _ token: PersistentHistoryToken, _ container: PersistentContainer, _ words: String
  ) {
    for body in [
      { _ = try container.history(since: token) }, { try container.purgeHistory(upTo: token) },
    ] {
      let error = #expect(throws: PersistentStoreError.self) { try body() }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(words) && text.contains("currentHistoryToken()"), "\(text)")
    }
  }

  @Test(arguments: ["a", "b"])
  func `a point of saves that a restored backup has not is refused, however many follow`(
    _ word: String
  ) throws {
    let backup = folder.file("backup.sqlite")
    let (early, late): (PersistentHistoryToken, PersistentHistoryToken)
    do {
      let store = store()
      let container = try open(store)
      try save(container, word)
      early = try point(container)
      try store.backUp(to: backup)
      try save(container, "lost", "lost")
      late = try point(container)
    }
    try restore(backup)
    let container = try open()
    expectUnknown(late, container, "the last save is 1")
    try save(container, "x")
    expectUnknown(late, container, "the last save is 2")
    try save(container, "y")
    expectUnknown(late, container, "another save of that number")
    try save(container, "z")
    expectUnknown(late, container, "another save of that number")
    // The saves in the backup are followed as before.
    #expect(try container.history(since: early).count == 3)
    #expect(try container.history(since: point(container)).isEmpty)
  }

  @Test func `points stay good when the history is purged up to them, and when it begins`() throws {
    let plain = try open(SQLiteStore(path))
    try save(plain, "before")
    let container = try open()
    let start = try point(container)
    try save(container, "a")
    let first = try point(container)
    try save(container, "b")
    #expect(try container.history(since: start).count == 2)
    try container.purgeHistory(upTo: first)
    #expect(try container.history(since: first).map(\.token) == [try point(container)])
    try container.purgeHistory(before: Date(timeIntervalSinceNow: 60))
    #expect(try container.history(since: point(container)).isEmpty)
    #expect(throws: PersistentStoreError.self) { try container.history(since: first) }
  }

  @Test(arguments: [
    ("UPDATE _armature_changes SET change = 'moved' WHERE save = 2 AND position = 0", "moved"),
    ("UPDATE _armature_changes SET entity = 'Book' WHERE save = 2 AND position = 0", "Book"),
    (
      "UPDATE _armature_changes SET keys = '[1,x]' WHERE save = 2 AND position = 0",
      "no list of keys"
    ),
    ("UPDATE _armature_changes SET keys = '' WHERE save = 2 AND position = 0", "no list of keys"),
    (
      "UPDATE _armature_changes SET change = 'updated', properties = '[\"no\"]' WHERE save = 2 AND position = 0",
      "does not have"
    ),
    ("DELETE FROM _armature_saves WHERE number = 2", "is missing"),
    ("DELETE FROM _armature_saves WHERE number = 3", "is missing"),
  ])
  func `damaged rows of the history are told`(_ statement: String, _ words: String) throws {
    let container = try open()
    try save(container, "a", "b", "c")
    let all = try container.history()
    try runSQL(statement, path)
    let error = #expect(throws: PersistentStoreError.self) { try container.history() }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.contains(words) && text.contains("purgeHistory"), "\(text)")
    // The remedy in the message.
    let token = try point(container)
    try container.purgeHistory(upTo: token)
    try save(container, "d")
    #expect(try container.history(since: token).count == 1 && all.count == 3)
  }
}
