import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the facts keep of a migration that goes step by step, until its last step is done.
struct PostgreSQLJournal: Hashable {
  /// What stays the same from step to step.
  struct Plan: Codable, Hashable {
    let beginning: PostgreSQLBeginning
    /// The mark of the model that the rows are migrated to.
    let target: String
    /// How many steps there are.
    let count: Int
    /// What tells their statements from others.
    let digest: String
  }

  let plan: Plan
  /// How many steps are done.
  let done: Int

  private static let key = "migration"
  private static let doneKey = "migration_step"

  init(_ plan: Plan, done: Int) { (self.plan, self.done) = (plan, done) }

  /// Finds what facts keep; `nil` if they keep none.
  init?(_ facts: PostgreSQLFacts) {
    guard let text = facts[Self.key],
      let plan = try? JSONDecoder().decode(Plan.self, from: Data(text.utf8)),
      let counter = facts[Self.doneKey]?.split(separator: ":"), counter.count == 2,
      counter[0] == "\(plan.beginning.version)", let done = Int(counter[1])
    else { return nil }
    self.init(plan, done: done)
  }

  /// The statements that note the beginning, in the transaction that marks the store.
  func insertion() throws -> [SQLStatement] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(plan), as: UTF8.self)
    return [(Self.key, text), (Self.doneKey, counter(done))].map { key, value in
      """
      INSERT INTO \(name: SQLSchema.facts) ("key", "value") \
      VALUES (\(value: .text(key)), \(value: .text(value)))
      """
    }
  }

  /// Counts the next step, and changes no row if somebody else has done it: others wait from here to the end of the
  /// transaction.
  var counting: SQLStatement {
    """
    UPDATE \(name: SQLSchema.facts) SET "value" = \(value: .text(counter(done + 1))) \
    WHERE "key" = \(value: .text(Self.doneKey)) AND "value" = \(value: .text(counter(done)))
    """
  }

  /// The same, one step later.
  var next: PostgreSQLJournal { PostgreSQLJournal(plan, done: done + 1) }

  static var removal: SQLStatement {
    "DELETE FROM \(name: SQLSchema.facts) WHERE \"key\" IN (\(value: .text(key)), \(value: .text(doneKey)))"
  }

  /// The version tells the steps of this migration from those of the next one.
  private func counter(_ done: Int) -> String { "\(plan.beginning.version):\(done)" }

  /// That the store cannot be used, as far as facts tell why.
  static func unfinished(_ server: String, _ facts: PostgreSQLFacts?) -> PostgreSQLStoreError {
    let journal = facts.flatMap(PostgreSQLJournal.init)
    return .migrationUnfinished(
      server: server, model: journal.flatMap { ModelMark($0.plan.target)?.fingerprint },
      done: journal?.done ?? 0, count: journal?.plan.count ?? 0)
  }
}
