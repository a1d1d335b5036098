package import Armature
package import ArmatureModel

/// A reader that forwards to another one by default.
package protocol StoreReaderOverAnother: StoreReader {
  var base: any StoreReader { get }
}

extension StoreReaderOverAnother {
  package func token() throws -> PersistentHistoryToken? { try base.token() }

  package func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try base.fetch(request, into: rows)
  }

  package func count(_ request: FetchRequest) throws -> Int { try base.count(request) }

  package func rows(
    for keys: [Int64], of entity: EntityDescription, into rows: StoreRows
  ) throws {
    try base.rows(for: keys, of: entity, into: rows)
  }

  package func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try base.links(for: keys, along: relationship, of: entity)
  }
}
