import Armature
import ArmatureModel
import ArmatureSQL
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Migrations as on a server that changes tables outside of transactions.
@Suite(.needsPostgreSQL) struct PostgreSQLStepwiseMigrationTests {
  /// Features that such servers lack, at least in some versions.
  private static let lacking = [
    "DO $", "LOCK TABLE", "TEMPORARY", "pg_temp.", "ON COMMIT", "SAVEPOINT", "TRUNCATE",
  ]

  /// Every third case; the tests of migrations in one transaction use all of them.
  private static let changes = MigrationCase.all.enumerated().filter { $0.offset % 3 == 0 }
    .map(\.element)

  @Test(arguments: changes)
  func `a change has the same outcome step by step, by statements that all servers have`(
    _ change: MigrationCase
  ) throws {
    let rows = try ChangedRows()
    try change.fill(rows.open(change.old()))
    let before = try (rows.tables(), rows.contents(change.old()))
    let statements = Mutex<[String]>([])
    let store = rows.store.stepwise { statement, _ in statements.withLock { $0.append(statement) } }
    let plan = try store.migrationPlan(to: change.new())
    #expect(try (rows.tables(), rows.contents(change.old())) == before)
    do {
      let container = try PersistentContainer(model: change.new(), store: store)
      #expect(plan.obstacles.isEmpty)
      #expect(plan.stages.isEmpty || plan.note?.contains("step by step") == true)
      #expect(try StorePicture(container).description == change.outcome)
      #expect(try rows.store.metadata()?.model == change.new())
      let fresh = try ChangedRows()
      _ = try fresh.open(change.new())
      #expect(try rows.tables() == fresh.tables())
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(change.problem(with: obstacles) == nil)
      #expect(plan.obstacles.map(\.description) == obstacles.map(\.description))
      #expect(try (rows.tables(), rows.contents(change.old())) == before)
      _ = try rows.open(change.old(), .refuse)
    }
    for word in Self.lacking {
      let found = statements.withLock { $0.first { $0.contains(word) } }
      #expect(found == nil, "\(word)")
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>)
  func `a model that changes at random loses nothing`(seed: UInt64) throws {
    let rows = try ChangedRows()
    var lines: [String] = []
    var history = try MigrationHistory(
      SplitMix64(seed: seed), on: { rows.store.stepwise() }, note: { lines.append($0) })
    let problem = try history.problem(versions: 3)
    #expect(problem == nil, Comment(rawValue: lines.joined(separator: "\n")))
  }

  // MARK: Interruptions

  /// The number of statements between interruptions; 1 tests every statement and takes a minute.
  private static let stride = 11

  @Test func `one that is interrupted anywhere, and once more, ends as if it had not been`() throws
  {
    let whole = try ChangedRows()
    try SteppedShop.fill(whole)
    _ = try whole.open(SteppedShop.new(), SteppedShop.migration)
    let (tables, all) = (try whole.tables(), try whole.allRows())
    var (count, isOver) = (1 - Self.stride, false)
    while !isOver {
      count += Self.stride
      let rows = try ChangedRows()
      try SteppedShop.fill(rows)
      // The first statement that belongs to a migration only.
      let first = Interruption(of: rows, after: count, from: "nextval")
      _ = try? PersistentContainer(
        model: SteppedShop.new(), store: first.store, migration: SteppedShop.migration)
      isOver = !first.hasHappened
      let second = Interruption(of: rows, after: 1 + count * 7 % 60)
      _ = try? PersistentContainer(
        model: SteppedShop.new(), store: second.store, migration: SteppedShop.migration)
      _ = try rows.openStepwise(SteppedShop.new(), SteppedShop.migration)
      let place = Comment(rawValue: "\(count): \(first.statements.last ?? "")")
      #expect(try rows.tables() == tables, place)
      #expect(try rows.allRows() == all, place)
    }
    #expect(count > 60)
  }

  @Test func `stages that are interrupted again and again last one by one`() throws {
    let versions = try SteppedShop.versions()
    let rows = try ChangedRows()
    try SteppedShop.fill(rows)
    let interruption = Interruption(of: rows, after: 30, repeats: true)
    var container: PersistentContainer?
    while container == nil {
      let count = interruption.count
      do {
        container = try PersistentContainer(
          model: versions[2].model, store: interruption.store, migration: .staged(versions))
      } catch {
        try #require(interruption.count > count && count < 200, "\(error)")
      }
    }
    #expect(interruption.count > 8)
    let whole = try ChangedRows()
    try SteppedShop.fill(whole)
    _ = try whole.open(versions[2].model, .staged(versions))
    #expect(try rows.tables() == whole.tables())
    #expect(try rows.allRows() == whole.allRows())
  }
}
