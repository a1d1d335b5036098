#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmatureSQLite

/// Files that are opened with a key, with another one, and without.
@Suite(.needsEncryption) struct EncryptedFileTests {
  private let folder: TemporaryFolder
  private let path: String
  static let key = SQLiteKey.bytes(Data(repeating: 7, count: 32))
  static let other = SQLiteKey.bytes(Data(repeating: 8, count: 32))

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  @Test(arguments: [key, .passphrase("Straße 1"), .passphrase("x' \" ; -- \u{0} raw:")])
  func `a file has the same objects when it is opened with its key again`(key: SQLiteKey) throws {
    let ledger = try Ledger(path, key: key)
    try ledger.start()
    try ledger.add(count: 3)
    #expect(try Ledger(path, key: key).number() == 3)
    #expect(try ledger.container.verify().isEmpty)
    try #require(ledger.container.store as? SQLiteStore).closeConnections()
    #expect(try files(containing: "entry", in: folder.path).isEmpty)
    #expect(try files(containing: "SQLite format 3", in: folder.path).isEmpty)
    #expect(try Ledger(path, key: key).number() == 3)
  }

  @Test func `a passphrase that looks like a raw key is the same key as its bytes`() throws {
    try Ledger(path, key: Self.key).start()
    let text = "x'" + String(repeating: "07", count: 32) + "'"
    #expect(try Ledger(path, key: .passphrase(text)).number() == 0)
  }

  /// The state in which a program has left a file.
  enum Leftover: String, CaseIterable, Codable {
    case none, log, journal
  }

  /// Makes an encrypted file; a process that was killed leaves a log or a rollback journal.
  private func fill(_ leftover: Leftover) async throws {
    let ledger = try Ledger(path, key: Self.key)
    try ledger.start()
    try ledger.add(count: 2)
    try #require(ledger.container.store as? SQLiteStore).closeConnections()
    if leftover == .none { return }
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = path as String, name = leftover.rawValue as String] in
      if name == "log" {
        let ledger = try Ledger(path, key: Self.key)
        try ledger.add(count: 1)
        kill(getpid(), SIGKILL)
        withExtendedLifetime(ledger) {}
      } else {
        let connection = try SQLiteConnection(
          path, SQLiteLibrary.load(nil), busyTimeout: .seconds(5), log: nil, key: Self.key)
        try connection.run("PRAGMA journal_mode = DELETE")
        try connection.run("PRAGMA cache_size = 1")
        try connection.run("BEGIN")
        try connection.run("UPDATE Entry SET text = text || hex(randomblob(3000))")
        kill(getpid(), SIGKILL)
      }
    }
  }

  @Test(arguments: Leftover.allCases)
  func `a wrong key and none are two errors, and the file stays as it is`(leftover: Leftover)
    async throws
  {
    try await fill(leftover)
    func contents() throws -> [String: String] {
      // SQLite may renew the index of the log, which has no content.
      try fileBytes(in: folder.path).filter { !$0.key.hasSuffix("-shm") }
    }
    let before = try contents()
    #expect(before.count == (leftover == .none ? 1 : 2))
    let wrong = [Self.other, .passphrase("geheim"), .passphrase("\u{0}")]
    for key in wrong {
      #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try Ledger(path, key: key) }
      #expect(throws: SQLiteStoreError.wrongKey(path: path)) {
        _ = try SQLiteStore(path, key: { key }).metadata()
      }
      #expect(throws: SQLiteStoreError.wrongKey(path: path)) {
        _ = try SQLiteStore(path, key: { key }).migrationPlan(to: Ledger.changedModel())
      }
      #expect(try contents() == before)
    }
    #expect(throws: SQLiteStoreError.keyMissing(path: path)) { try Ledger(path) }
    #expect(throws: SQLiteStoreError.keyMissing(path: path)) {
      _ = try SQLiteStore(path).metadata()
    }
    // Without a key, SQLite moves a log to the file as it is.
    if leftover != .log { #expect(try contents() == before) }
    let ledger = try Ledger(path, key: Self.key)
    #expect(try ledger.number() == (leftover == .log ? 3 : 2))
    // The interrupted transaction has appended to the texts.
    for entry in try ledger.container.makeContext().fetch("Entry") {
      #expect(try entry.value(forKey: "text", as: String.self)?.hasSuffix(" ") == true)
    }
  }

  @Test func `a plain file that is opened with a key is an error of its own`() throws {
    let plain = try Ledger(path)
    try plain.start()
    try plain.add(count: 1)
    let before = try fileBytes(in: folder.path)
    #expect(throws: SQLiteStoreError.notEncrypted(path: path)) { try Ledger(path, key: Self.key) }
    #expect(
      try fileBytes(in: folder.path).filter { !$0.key.hasSuffix("-shm") }
        == before.filter { !$0.key.hasSuffix("-shm") })
    #expect(try plain.number() == 1)
  }

  @Test func `each error has its remedy`() throws {
    try Ledger(path, key: Self.key).start()
    let missing = #expect(throws: SQLiteStoreError.self) { try Ledger(path) }
    #expect(
      missing?.description
        == "\(path) must be opened with its key, because it is encrypted, or is not a SQLite "
        + "database. Nothing was changed. Name the key: SQLiteStore(path, key: …).")
    let wrong = #expect(throws: SQLiteStoreError.self) { try Ledger(path, key: Self.other) }
    #expect(
      wrong?.description
        == "\(path) must be opened with the key that encrypts it, but was opened with another key, "
        + "or is damaged. Nothing was changed. Find out whether the key has been changed since, or "
        + "restore a backup.")
  }

  @Test func `the closure is called once for each opening, not for each connection`() throws {
    let count = Mutex(0)
    let store = SQLiteStore(
      path,
      key: {
        count.withLock { $0 += 1 }
        return Self.key
      })
    let container = try PersistentContainer(model: Ledger.model(), store: store)
    #expect(count.withLock { $0 } == 1)
    let contexts = (0..<4).map { _ in container.makeContext() }
    for context in contexts { #expect(try context.count("Entry") == 0) }
    let readers = try (0..<4).map { _ in try store.reader() }
    try contexts[0].insert("Account")
    try contexts[0].save()
    #expect(count.withLock { $0 } == 1)
    withExtendedLifetime(readers) {}
    store.closeConnections()
    #expect(try contexts[0].count("Account") == 1)
    #expect(count.withLock { $0 } == 2)
  }

  @Test func `no statement, and so no log, contains the key`() throws {
    let statements = Mutex<[String]>([])
    let store = SQLiteStore(
      path, log: { statement, _ in statements.withLock { $0.append(statement) } },
      key: { .passphrase("geheimnis") })
    let container = try PersistentContainer(model: Ledger.model(), store: store)
    try store.rekey(to: .passphrase("geheimnis 2"))
    try store.backUp(to: folder.file("plain"), key: nil)
    try store.backUp(to: folder.file("other"), key: .passphrase("geheimnis 3"))
    withExtendedLifetime(container) {}
    let all = statements.withLock { $0 }
    #expect(all.count > 20)
    #expect(all.allSatisfy { !$0.contains("geheimnis") })
  }

  @Test func `data that would be stored beside a plain file is in the rows`() throws {
    let album = try Album(path, key: Self.key)
    let context = album.container.makeContext()
    for number in 0..<4 { try album.add("\(number)", Album.bytes(300_000, number), to: context) }
    try context.save()
    #expect(!FileManager.default.fileExists(atPath: album.folder))
    for number in 0..<4 {
      #expect(try album.bytes(of: "\(number)") == Album.bytes(300_000, number))
    }
    #expect(try album.container.verify().isEmpty)
    try context.fetch("Photo").forEach { try context.delete($0) }
    try context.save()
    try #require(album.container.store as? SQLiteStore).compact()
    #expect(try album.container.makeContext().count("Photo") == 0)
  }

  @Test func `a store that only reads needs the key, too`() throws {
    try Ledger(path, key: Self.key).start()
    func open(_ key: SQLiteKey?) throws -> Int {
      let store = SQLiteStore(path, readOnly: true, key: key?.source)
      return try PersistentContainer(model: Ledger.model(), store: store).makeContext()
        .count("Account")
    }
    #expect(try open(Self.key) == 1)
    #expect(throws: SQLiteStoreError.wrongKey(path: path)) { try open(Self.other) }
    #expect(throws: SQLiteStoreError.keyMissing(path: path)) { try open(nil) }
  }

  @Test func `two containers see each other's saves`() throws {
    let (one, two) = (try Ledger(path, key: Self.key), try Ledger(path, key: Self.key))
    try one.start()
    try one.add(count: 2)
    try two.add(count: 2)
    #expect(try one.number() == 4)
    #expect(try two.number() == 4)
  }
}
