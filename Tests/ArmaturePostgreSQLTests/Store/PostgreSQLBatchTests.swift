import Armature
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// SQL batches concurrent with other saves, and on connections that fail.
@Suite(.needsPostgreSQL) struct PostgreSQLBatchTests {
  private static func stock(_ store: PostgreSQLStore, _ count: Int) throws -> ManagedObjectContext {
    let context = try Counters.context(store)
    for number in 0..<count { _ = try Counters.insert("\(number)", context) }
    try context.save()
    return context
  }

  private static func update(_ number: Int) -> BatchUpdate {
    BatchUpdate("Counter", set: ["count": .constant(.int(Int64(number)))])
  }

  @Test(arguments: [CuttingProxy.Cut.before, .after], [false, true])
  func `a batch whose end is lost is told as it is, and is not doubled`(
    _ cut: CuttingProxy.Cut, keepsHistory: Bool
  ) throws {
    let server = try #require(PostgreSQLServer.shared)
    let proxy = try CuttingProxy(to: server.folder)
    let store = PostgreSQLStore(
      proxy.address, schema: server.newSchema(), keepsHistory: keepsHistory,
      timeout: .seconds(10))
    _ = try Self.stock(store, 3)
    // Each batch has its own context, because a reader would also send the word that cuts the connection.
    func context() throws -> ManagedObjectContext { try Counters.context(store) }
    proxy.cut(cut, at: CuttingProxy.commit)
    // Unsaved changes are tried again.
    #expect(try context().execute(Self.update(5)).count == 3)
    proxy.cut(cut, at: CuttingProxy.commit)
    #expect(try context().execute(BatchDelete("Counter") { $0.name == "0" }).count == 1)
    proxy.cut(cut, at: CuttingProxy.commit)
    let insertion = BatchInsert("Counter", 10..<1500) { $0.name = "\($1)" }
    switch cut {
    case .after: #expect(try context().execute(insertion).count == 1490)
    case .before:
      // A sequence can be read only once.
      let error = try #require(throws: PostgreSQLStoreError.self) {
        try context().execute(insertion)
      }
      guard case .connectionLost = error else {
        Issue.record("\(error)")
        return
      }
      #expect(error.isTransient)
      #expect(try context().count("Counter") == 2)
      #expect(try context().execute(insertion).count == 1490)
    }
    let again = try Counters.context(store.again())
    #expect(try again.count("Counter") == 1492)
    if keepsHistory {
      let container = try PersistentContainer(model: Counters.model(), store: store.again())
      #expect(try container.history().map(\.changes.count) == [3, 3, 1, 1490])
    }
  }

  @Test(arguments: PostgreSQLStore.Isolation.allCases)
  func `batches beside saves tell what they have changed, and lose nothing`(
    _ isolation: PostgreSQLStore.Isolation
  ) throws {
    let store = try PostgreSQLStore.new(keepsHistory: true, isolation: isolation)
    let container = try PersistentContainer(model: Counters.model(), store: store)
    _ = try Self.stock(store, 20)
    let told = Mutex<[String: Int]>([:])
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<8 {
        do {
          let context = container.makeContext()
          let (word, count) = try Self.work(thread, round, context)
          told.withLock { $0[word, default: 0] += count }
        } catch let error as PostgreSQLStoreError where error.isTransient {
          continue
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    var noted: [String: Int] = [:]
    var gone: Set<Int64> = []
    for change in try container.history().dropFirst().flatMap(\.changes) {
      noted["\(change.kind)", default: 0] += 1
      #expect(!gone.contains(change.objectID.key))
      if change.kind == .delete { gone.insert(change.objectID.key) }
    }
    #expect(noted == told.withLock { $0 })
    let count = try container.makeContext().count("Counter")
    #expect(count == 20 + (noted["insert"] ?? 0) - (noted["delete"] ?? 0))
  }

  /// - Returns: The operation, and the number of its objects.
  private static func work(
    _ thread: Int, _ round: Int, _ context: ManagedObjectContext
  ) throws -> (String, Int) {
    switch (thread + round) % 4 {
    case 0: return ("update", try context.execute(update(round)).count)
    case 1:
      let batch = BatchInsert("Counter", 0..<3) { $0.name = "\(thread)-\(round)-\($1)" }
      return ("insert", try context.execute(batch).count)
    case 2:
      let batch = BatchDelete("Counter") { $0.name > "2" && $0.count > round }
      return ("delete", try context.execute(batch).count)
    default:
      _ = try Counters.insert("\(thread)-\(round)", context)
      try context.save()
      return ("insert", 1)
    }
  }

  @Test func `what the server refuses is told of each object`()
    throws
  {
    let store = try PostgreSQLStore.new()
    let context = try Self.stock(store, 3)
    let report = try #require(throws: ValidationReport.self) {
      try context.execute(BatchUpdate("Counter", set: ["name": "1"]))
    }
    #expect(Set(report.map(\.code)) == ["unique"])
    #expect(try Counters.names(store) == ["0", "1", "2"])
    // The server's texts cannot contain NUL.
    let refused = try #require(throws: ValidationReport.self) {
      try context.execute(BatchUpdate("Counter", set: ["name": "a\u{0}"]) { $0.name == "1" })
    }
    #expect(refused.count == 1)
  }
}
