import ArmatureModel
import ArmatureSQL

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The record of a stepwise migration in the facts, kept until its last step is done.
struct PostgreSQLJournal: Hashable {
  /// The unchanging part.
  struct Plan: Codable, Hashable {
    let beginning: PostgreSQLMigrationInputs
    /// The mark of the model that the rows are migrated to.
    let target: String
    /// The number of steps.
    let count: Int
    /// The digest of their statements.
    let digest: String
  }

  let plan: Plan
  /// The number of completed steps.
  let done: Int

  private static let key = "migration"
  private static let doneKey = "migration_step"

  init(_ plan: Plan, done: Int) { (self.plan, self.done) = (plan, done) }

  /// Parses the journal in the facts; returns `nil` for facts without a journal.
  init?(_ facts: PostgreSQLFacts) {
    guard let text = facts[Self.key],
      let plan = try? JSONDecoder().decode(Plan.self, from: Data(text.utf8)),
      let counter = facts[Self.doneKey]?.split(separator: ":"), counter.count == 2,
      counter[0] == "\(plan.beginning.version)", let done = Int(counter[1])
    else { return nil }
    self.init(plan, done: done)
  }

  /// Returns the statements that record the beginning, in the transaction that marks the store.
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

  /// Counts the next step. It changes no row if another process has completed the step. From here to the end of the
  /// transaction, other processes wait.
  var counting: SQLStatement {
    """
    UPDATE \(name: SQLSchema.facts) SET "value" = \(value: .text(counter(done + 1))) \
    WHERE "key" = \(value: .text(Self.doneKey)) AND "value" = \(value: .text(counter(done)))
    """
  }

  /// The journal after the next step.
  var next: PostgreSQLJournal { PostgreSQLJournal(plan, done: done + 1) }

  static var removal: SQLStatement {
    "DELETE FROM \(name: SQLSchema.facts) WHERE \"key\" IN (\(value: .text(key)), \(value: .text(doneKey)))"
  }

  /// The version distinguishes the steps of this migration from those of the next one.
  private func counter(_ done: Int) -> String { "\(plan.beginning.version):\(done)" }

  /// Returns the error of an unfinished migration, with as much detail as the facts contain.
  static func unfinished(_ server: String, _ facts: PostgreSQLFacts?) -> PostgreSQLStoreError {
    let journal = facts.flatMap(PostgreSQLJournal.init)
    return .migrationUnfinished(
      server: server, model: journal.flatMap { ModelMark($0.plan.target)?.fingerprint },
      done: journal?.done ?? 0, count: journal?.plan.count ?? 0)
  }
}

/// The inputs of a stepwise migration's statements, in addition to the models.
///
/// A program that resumes the migration uses the same inputs, and therefore the same statements.
struct PostgreSQLMigrationInputs: Codable, Hashable {
  /// The mark of the model that the rows were saved with.
  let mark: String
  /// The version of changed rows, which is unique among the store's migrations.
  let version: UInt32
  /// The present time, for defaults.
  let date: Date
}
