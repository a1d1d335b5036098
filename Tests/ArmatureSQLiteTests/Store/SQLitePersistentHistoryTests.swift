#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

import Armature
import ArmatureSQLite
import Foundation
import TestSupport
import Testing

/// The persistent history of a file.
@Suite(.needsSQLite) struct SQLitePersistentHistoryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file()
  }

  private func open(keepsHistory: Bool = true) throws -> PersistentContainer {
    try PersistentContainer(
      model: Ledger.model(), store: SQLiteStore(path, keepsHistory: keepsHistory))
  }

  /// Makes some saves of every kind.
  private func play(_ container: PersistentContainer) throws -> [PersistentHistoryTransaction] {
    let context = container.makeContext()
    context.transactionAuthor = "O'Neil, \"é\""
    let account = try context.insert("Account")
    var entries: [ManagedObject] = []
    for number in 0..<3 {
      let entry = try context.insert("Entry")
      try entry.setValue(number, forKey: "number")
      try account.insert(entry, into: "entries")
      entries.append(entry)
    }
    try context.save()
    (context.transactionAuthor, context.name) = (nil, "main")
    try account.setValue(3, forKey: "number")
    try account.remove(entries[0], from: "entries")
    try entries[1].setValuesForKeys(["number": 5, "text": "new"])
    try context.save()
    try context.delete(entries[2])
    try context.insert("Entry")
    try context.save()
    return try container.history()
  }

  @Test func `a file tells of its saves what a store in memory does`() throws {
    let file = try play(open())
    let memory = try play(
      PersistentContainer(
        model: Ledger.model(), store: InMemoryStore(keepsHistory: true)))
    func words(_ saves: [PersistentHistoryTransaction]) -> [String] {
      saves.map { save in
        let changes = save.changes.map {
          "\($0.kind) \($0.objectID.entityName)#\($0.objectID.key) \($0.updatedProperties.sorted())"
        }
        return
          "\(save.token.number) \(save.author ?? "") \(save.contextName ?? "") \(changes.sorted())"
      }
    }
    #expect(words(file) == words(memory))
    #expect(file.count == 3)
    // The history is available when the file is opened again, whether or not it was requested.
    #expect(try open(keepsHistory: false).history() == file)
  }

  @Test func `others can read it`() throws {
    _ = try play(open())
    #expect(
      try querySQL(
        "SELECT change || ' ' || entity || ' ' || properties || ' ' || json_array_length(keys) FROM _armature_changes WHERE save = 2 AND position >= 0 ORDER BY position",
        path) == [
          "updated Account [\"entries\",\"number\"] 1", "updated Entry [\"account\"] 1",
          "updated Entry [\"number\",\"text\"] 1",
        ])
  }

  @Test func `a history begins when it is first asked for, and all processes go on with it`() throws
  {
    let plain = try open(keepsHistory: false)
    #expect(throws: PersistentStoreError.noHistory(reason: "this one does not")) {
      try plain.history()
    }
    let context = plain.makeContext()
    try context.insert("Account")
    try context.save()
    let before = try #require(try plain.currentHistoryToken())
    let keeping = try open()
    #expect(try keeping.history().isEmpty)
    // This container was open before.
    try context.insert("Account")
    try context.save()
    #expect(try keeping.history(since: before).map(\.changes.count) == [1])
    #expect(try plain.history() == keeping.history())
  }

  @Test func `the first saves are forgotten by point and by age`() throws {
    let container = try open()
    let saves = try play(container)
    try container.purgeHistory(upTo: saves[0].token)
    #expect(try container.history() == Array(saves[1...]))
    #expect(throws: PersistentStoreError.self) {
      try container.history(since: .init(storeID: saves[0].token.storeID, number: 0))
    }
    try container.purgeHistory(before: saves[1].date)
    #expect(try container.history().count == 2)
    try container.purgeHistory(before: .distantFuture)
    #expect(try container.history().isEmpty)
    #expect(try container.history(since: saves[2].token).isEmpty)
    #expect(throws: PersistentStoreError.self) {
      try container.purgeHistory(upTo: .init(storeID: saves[0].token.storeID, number: 9))
    }
  }

  @Test func `a save that is refused leaves no history`() throws {
    let container = try open()
    let saves = try play(container)
    let (one, two) = (container.makeContext(), container.makeContext())
    for (number, context) in [one, two].enumerated() {
      try #require(try context.fetch("Account").first).setValue(10 + number, forKey: "number")
    }
    try one.save()
    #expect(throws: MergeConflicts.self) { try two.save() }
    #expect(try container.history(since: saves[2].token).count == 1)
  }

  @Test func `a migration begins a new history`() throws {
    let saves = try play(open())
    let model = try ManagedObjectModel("Ledger") {
      Entity("Account") {
        Attribute("count", Int.self).default(0).renamed(from: "number")
        Relationship("entries", to: "Entry", .ordered, inverse: "account")
      }
      Entity("Entry") {
        Attribute("number", Int.self).default(0)
        Attribute("text", String?.self)
        Relationship("account", to: "Account", inverse: "entries")
      }
    }
    let container = try PersistentContainer(model: model, store: SQLiteStore(path))
    #expect(try container.history().isEmpty)
    #expect(throws: PersistentStoreError.self) { try container.history(since: saves[2].token) }
    let context = container.makeContext()
    try context.insert("Account")
    try context.save()
    #expect(try container.history().map(\.token.number) == [5])
  }

  @Test func `a process that is killed leaves history and rows that agree`() async throws {
    try Ledger(path).start()
    _ = try open()
    var random = SplitMix64(seed: 7)
    for _ in 0..<Kills.count(usual: 4) {
      let delay = 2000 + random.below(30_000)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, delay = delay as Int] in
        let ledger = try Ledger(path)
        let context = ledger.container.makeContext()
        Kills.killThisProcess(after: delay)
        while true { _ = try ledger.add(context) }
      }
      let container = try open()
      let saves = try container.history()
      let number = try Ledger(path).number()
      #expect(saves.count == number)
      #expect(saves.last?.token == (try container.currentHistoryToken()) || saves.isEmpty)
      #expect(saves.allSatisfy { $0.changes.count == 4 })
    }
    expectIntact(path)
  }
}
