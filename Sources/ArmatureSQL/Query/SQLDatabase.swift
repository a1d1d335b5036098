import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// The tables of a model in one database, as those see them who write statements.
///
/// `@unchecked Sendable`: the readers are behind the lock.
package final class SQLDatabase: @unchecked Sendable {
  package let schema: SQLSchema
  package let dialect: any SQLDialect
  /// The store that the database is: objects of others are none of its own.
  package let storeID: UUID
  private let lock = Lock()
  /// The readers of rows that were needed: most requests are of the entities of an earlier one.
  private var readers: [ReaderKey: SQLRowReader] = [:]

  private struct ReaderKey: Hashable {
    let table: Int
    let entities: [String]
    let alias: String
    let includingValues: Bool
  }

  package init(_ schema: SQLSchema, _ dialect: any SQLDialect, storeID: UUID) {
    (self.schema, self.dialect, self.storeID) = (schema, dialect, storeID)
  }

  /// What reads the rows of some entities of a table.
  func reader(
    of entities: [String], in table: SQLTable, alias: String, includingValues: Bool
  ) -> SQLRowReader {
    let key = ReaderKey(
      table: table.position, entities: entities, alias: alias, includingValues: includingValues)
    lock.lock()
    defer { lock.unlock() }
    if let known = readers[key] { return known }
    let reader = SQLRowReader(
      schema, table, entities: entities, alias: alias, includingValues: includingValues)
    readers[key] = reader
    return reader
  }
}
