package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Rows and links by the keys of objects.
extension SQLConnection {
  /// Returns the members of some objects, in their order.
  package func links(
    of keys: some Collection<Int64>, _ query: SQLLinkQuery, storeID: UUID
  ) throws -> [Int64: [ManagedObjectID]] {
    // A duplicate key could be in two parts of a long list, and would get its members twice.
    let isRising = zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }
    let keys = isRising ? Array(keys) : Set(keys).sorted()
    var links: [Int64: [ManagedObjectID]] = [:]
    try query.statement.forEachRow(of: keys, on: self) { row in
      let entity = query.hasEntities ? row.text(at: 2) : query.entity
      guard let entity else { return }
      links[row.integer(at: 0), default: []].append(
        ManagedObjectID(entityName: entity, key: row.integer(at: 1), storeID: storeID))
    }
    return links
  }

  /// Passes on the rows with some keys.
  package func giveRows(
    of keys: some Collection<Int64>, _ query: SQLKeyedRowQuery, to rows: StoreRows
  ) throws {
    let (statement, reader) = (query.statement, query.reader)
    if reader.aggregate != nil, let receiver = self as? any SQLRowReceiving {
      try receiver.receiving(rows, with: reader) {
        try statement.forEachRow(of: keys, on: self) { _ in }
      }
    } else {
      try statement.forEachRow(of: keys, on: self) { try reader.read($0, into: rows) }
    }
  }

  /// Passes on the rows of a request.
  package func giveRows(of query: SQLRowQuery, to rows: StoreRows) throws {
    if query.isAggregate, let receiver = self as? any SQLRowReceiving {
      try receiver.receiving(rows, with: query.reader) { try run(query.statement) }
      rows.sortByKey()
    } else {
      try forEachRow(of: query.statement) { try query.reader.read($0, into: rows) }
    }
  }
}
