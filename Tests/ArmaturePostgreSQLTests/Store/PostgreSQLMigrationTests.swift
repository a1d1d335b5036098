import Armature
import ArmatureModel
import TestSupport
import Testing

@testable import ArmaturePostgreSQL

/// Rows that were saved with another model.
@Suite(.needsPostgreSQL) struct PostgreSQLMigrationTests {
  private let rows: ChangedRows

  init() throws { rows = try ChangedRows() }

  @Test(arguments: MigrationCase.all)
  func `a change keeps all rows, or is refused with those in its way`(_ change: MigrationCase)
    throws
  {
    try change.fill(rows.open(change.old()))
    let before = try (rows.tables(), rows.contents(change.old()))
    let plan = try rows.store.migrationPlan(to: change.new())
    #expect(try (rows.tables(), rows.contents(change.old())) == before)
    do {
      let container = try rows.open(change.new())
      #expect(plan.obstacles.isEmpty)
      #expect(try StorePicture(container).description == change.outcome)
      let fresh = try ChangedRows()
      _ = try fresh.open(change.new())
      #expect(try rows.tables() == fresh.tables())
      #expect(try rows.store.metadata()?.model == change.new())
      // The next migration has nothing to do.
      _ = try rows.open(change.new(), .refuse)
      #expect(try rows.store.migrationSQL(to: change.new()).isEmpty)
    } catch PersistentStoreError.migrationBlocked(_, let obstacles) {
      #expect(change.problem(with: obstacles) == nil)
      // A migration reports only the first duplicate of unique values.
      let met = plan.obstacles.prefix(max(1, obstacles.count))
      #expect(met.map(\.description) == obstacles.map(\.description))
      #expect(try (rows.tables(), rows.contents(change.old())) == before)
      _ = try rows.open(change.old(), .refuse)
    }
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a model that changes at random loses nothing`(seed: UInt64) throws {
    var lines: [String] = []
    var history = try MigrationHistory(
      SplitMix64(seed: seed), on: { rows.store.again() }, note: { lines.append($0) })
    let problem = try history.problem(versions: 3)
    #expect(problem == nil, Comment(rawValue: lines.joined(separator: "\n")))
  }
}
