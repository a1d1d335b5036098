import Armature
import ArmatureGenerator
import ArmatureModel
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

@testable import ArmatureImport

/// Data that is in the log next to a store, but not in the store yet.
@Suite struct CoreDataLogTests {
  private let folder: TemporaryFolder
  private let store: String
  /// The log; its last save has two pages.
  private let log: Data
  private let model: String

  init() throws {
    folder = try TemporaryFolder()
    let path = try folder.coreDataStore(name: "Open.sqlite")
    let database = try ForeignDatabase(path)
    func run(_ statement: String) throws {
      try database.forEachRow(of: statement, columns: 1) { _ in }
    }
    try run("PRAGMA journal_mode = WAL")
    try run("UPDATE ZITEM SET ZHASH = NULL")
    try run("BEGIN")
    try run("INSERT INTO ZITEM (Z_PK, Z_ENT, ZNAME) VALUES (4, 2, 'Persuasion')")
    try run("INSERT INTO ZTAG VALUES (3, 4, 1, 'new')")
    try run("COMMIT")
    // While it is open, the log is not copied into the file.
    store = try folder.write(Data(contentsOf: URL(filePath: path)), to: "Shop.sqlite")
    log = try Data(contentsOf: URL(filePath: path + "-wal"))
    model = try folder.coreDataModel()
    withExtendedLifetime(database) {}
  }

  private func read(_ log: Data) throws -> CoreDataStore {
    try folder.write(log, to: "Shop.sqlite-wal")
    return try CoreDataStore(contentsOf: store, model: model)
  }

  /// The size of a page with its frame header.
  private var frameSize: Int {
    let pageSize = log.dropFirst(8).prefix(4).reduce(0) { $0 << 8 + Int($1) }
    return 24 + pageSize
  }

  @Test func `a log that is whole, empty or not there is read as it is`() throws {
    let whole = try read(log)
    #expect(whole.count == 7 && whole.issues.isEmpty)
    #expect(try read(Data()).count == 5)
    try FileManager.default.removeItem(atPath: store + "-wal")
    #expect(try CoreDataStore(contentsOf: store, model: model).count == 5)
  }

  @Test func `a byte that is another one is an error, wherever it is`() throws {
    var random = SplitMix64(seed: 24)
    let places =
      [0, 4, 11, 16, 20, 24, 31, 32, 40, 44, 48, 56, log.count - frameSize + 8, log.count - 1]
      + (0..<40).map { _ in Int.random(in: 0..<log.count, using: &random) }
    for place in places {
      var log = log
      log[place] ^= UInt8.random(in: 1...255, using: &random)
      let damage = log.withUnsafeBytes { CoreDataLogCheck($0).damage }
      #expect(damage != nil, "byte \(place) of \(log.count)")
    }
    var damaged = log
    damaged[40] ^= 1
    let error = #expect(throws: CoreDataStoreError.self) { try read(damaged) }
    #expect(error?.reason.hasPrefix("its log \(store)-wal is damaged: page 1 of ") == true)
  }

  @Test func `a log that is cut off is an error, and a save without its end is told`() throws {
    for count in [1, 31, 40, 32 + frameSize / 2, log.count - 1, log.count - frameSize + 1] {
      #expect(throws: CoreDataStoreError.self, "\(count)") { try read(log.prefix(count)) }
    }
    let unfinished = try read(log.dropLast(frameSize))
    #expect(unfinished.count == 5)
    #expect(
      unfinished.issues.map(\.message) == [
        "The log of the store ends within a save, of which it has 1 page; they were left out."
      ])
  }

  @Test func `pages of an earlier log, which follow those of this one, are none of its own`() throws
  {
    // As if another log had been started over this one: with the next number, but without pages.
    var next = log
    let count = log.dropFirst(16).prefix(4).reduce(UInt32(0)) { $0 << 8 + UInt32($1) } &+ 1
    next.replaceSubrange(
      16..<24, with: withUnsafeBytes(of: count.bigEndian, Array.init) + [1, 2, 3, 4])
    var sum: (UInt32, UInt32) = (0, 0)
    let isBig = next[3] & 1 == 1
    for offset in stride(from: 0, to: 24, by: 8) {
      let words = [offset, offset + 4].map { start in
        let bytes = Array(next[start..<start + 4])
        return (isBig ? bytes : bytes.reversed()).reduce(UInt32(0)) { $0 << 8 + UInt32($1) }
      }
      sum.0 &+= words[0] &+ sum.1
      sum.1 &+= words[1] &+ sum.0
    }
    let sums = [sum.0, sum.1].flatMap { withUnsafeBytes(of: $0.bigEndian, Array.init) }
    next.replaceSubrange(24..<32, with: sums)
    let check = next.withUnsafeBytes { CoreDataLogCheck($0) }
    #expect(check.damage == nil && check.unfinishedCount == 0)
    // SQLite reads it in the same way.
    #expect(try read(next).count == 5)
  }

  @Test func `what a journal has of before a save that was not finished is what is read`() throws {
    let path = try folder.coreDataStore(name: "Journal.sqlite")
    let before = try Data(contentsOf: URL(filePath: path))
    let database = try ForeignDatabase(path)
    // With so little memory, SQLite writes uncommitted pages to the file.
    for statement in [
      "PRAGMA cache_size = 1", "BEGIN", "UPDATE ZITEM SET ZNAME = 'changed', ZHASH = NULL",
      "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
        + " INSERT INTO ZITEM (Z_PK, Z_ENT, ZNAME) SELECT i, 2, hex(zeroblob(200)) FROM n",
    ] {
      try database.forEachRow(of: statement, columns: 0) { _ in }
    }
    let store = try folder.write(Data(contentsOf: URL(filePath: path)), to: "Undone.sqlite")
    let journal = try Data(contentsOf: URL(filePath: path + "-journal"))
    try folder.write(journal, to: "Undone.sqlite-journal")
    withExtendedLifetime(database) {}
    #expect(try Data(contentsOf: URL(filePath: store)).count > before.count)
    let found = try CoreDataStore(contentsOf: store, model: model)
    #expect(found.count == 5)
    let context = ManagedObjectContext(model: found.model.model)
    try context.load(found.records)
    #expect(context.objects(of: "Book").map { $0["name"] } == ["Emma"])
  }
}
