import Armature
import ArmatureModel
import ArmatureSQLite
import TestSupport
import Testing

/// Transactions that no context creates, but that a store must handle without ignoring anything.
@Suite(.needsSQLite) struct SQLiteCommitTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Commits") {
      Entity("Item") {
        Attribute("name", String?.self).unique()
        Attribute("needed", Int.self)
      }
    }
  }

  private func insertion(
    _ store: any PersistentStore, _ key: Int64, _ name: AttributeValue, _ needed: AttributeValue = 1
  ) throws -> StoreChange {
    let properties = try #require(try Self.model()["Item"]).persistentProperties.map(\.name)
    let values = zip(properties.indices, properties).map {
      StoreChange.Value(property: $0, value: $1 == "name" ? name : needed)
    }
    return StoreChange(
      ManagedObjectID(entityName: "Item", key: key, storeID: store.identifier), .insert,
      values: values)
  }

  /// Describes the result of a transaction.
  private func outcome(_ store: any PersistentStore, _ changes: [StoreChange]) throws -> String {
    do {
      return "\(try store.commit(StoreTransaction(changes)).map { $0 > 0 })"
    } catch let conflicts as StoreConflicts {
      return "conflicts \(conflicts.conflicts.map(\.id.key).sorted())"
    } catch let report as ValidationReport {
      return "failures \(report.failures.map { "\($0.objectID?.key ?? 0) \($0.keyPath)" }.sorted())"
    }
  }

  /// Rows to insert in addition to rows 1 `a` and 2 `b`: key, name and required value.
  @Test(
    arguments: [
      [(1, "a", 1)], [(1, "b", 1)], [(3, "a", 1)], [(1, "c", 1), (3, "b", 1)],
      [(3, "b", 1), (1, "c", 1)], [(3, "a", 1), (1, "b", 1)], [(3, "c", 1), (4, "c", 1)],
      [(3, "c", 1), (1, "c", 1)], [(3, "c", nil)], [(3, "a", nil)], [(1, "c", nil)], [(3, "c", 1)],
      [(3, nil, 1), (4, nil, 1)],
    ] as [[(Int64, String?, Int64?)]])
  func `rows that are there, or not unique, or lack a value end in an error`(
    _ rows: [(Int64, String?, Int64?)]
  ) throws {
    let folder = try TemporaryFolder()
    let store = SQLiteStore(folder.file())
    try store.open(Self.model())
    _ = try store.reserveKeys(10)
    let first = try [(1, "a"), (2, "b")].map { try insertion(store, $0, .string($1)) }
    #expect(try outcome(store, first) == "[true, true]")
    let before = try store.rows(FetchRequest("Item"), of: Self.model())
    let changes = try rows.map { key, name, needed in
      try insertion(store, key, name.map { .string($0) } ?? .null, needed.map { .int($0) } ?? .null)
    }
    let told = try outcome(store, changes)
    let after = try store.rows(FetchRequest("Item"), of: Self.model())
    if told.hasPrefix("[") {
      // Every row was saved, or an error was reported.
      #expect(told == "\(rows.map { _ in true })")
      #expect(after.count == 2 + rows.count)
    } else {
      #expect(after == before)
      // The store checks required values before keys.
      let isConflict = rows.contains { $0.0 < 3 && $0.2 != nil }
      #expect(told.hasPrefix(isConflict ? "conflicts" : "failures"), "\(told)")
    }
  }
}
