package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Rows and links by the keys of objects, in batches of keys.
extension SQLConnection {
  /// The members of some objects, in their order.
  package func links(
    of keys: some Collection<Int64>, _ query: SQLLinkQuery, storeID: UUID
  ) throws -> [Int64: [ManagedObjectID]] {
    var links: [Int64: [ManagedObjectID]] = [:]
    try forEachBatch(of: keys, query.statement) { row in
      let entity = query.hasEntities ? row.text(at: 2) : query.entity
      guard let entity else { return }
      links[row.integer(at: 0), default: []].append(
        ManagedObjectID(entityName: entity, key: row.integer(at: 1), storeID: storeID))
    }
    return links
  }

  /// Gives the rows of some keys.
  package func giveRows(
    of keys: some Collection<Int64>, _ query: SQLRowQuery, to rows: StoreRows
  ) throws {
    try forEachBatch(of: keys, query.statement) { try query.reader.read($0, into: rows) }
  }

  /// Runs a statement for some keys, in batches.
  func forEachBatch(
    of keys: some Collection<Int64>, _ statement: SQLStatement,
    _ visit: (any SQLCursor) throws -> Void
  ) throws {
    var rest = keys[...]
    while let last = rest.first {
      let batch = rest.prefix(SQLDatabase.batchSize)
      rest = rest.dropFirst(batch.count)
      let cursor = try prepare(statement.text)
      defer { giveBack(cursor) }
      var place = 0
      for key in batch {
        cursor.bind(key, at: place)
        place += 1
      }
      while place < SQLDatabase.batchSize {
        cursor.bind(last, at: place)
        place += 1
      }
      for (index, value) in statement.values.enumerated().dropFirst(SQLDatabase.batchSize) {
        cursor.bind(value, at: index)
      }
      while try cursor.step() { try visit(cursor) }
    }
  }
}
