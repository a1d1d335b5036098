import Armature

/// A custom store, called by contexts of all tasks.
final class NotingStore: PersistentStore, StoreReader {
  private let rows = InMemoryStore()

  init() {}
  var identifier: UUID { rows.identifier }
  func open(_ model: ManagedObjectModel) throws { try rows.open(model) }
  func reserveKeys(_ count: Int) throws -> Range<Int64> { try rows.reserveKeys(count) }
  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try self.rows.fetch(request, into: rows)
  }
  func count(_ request: FetchRequest) throws -> Int { try rows.count(request) }
  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try self.rows.rows(for: keys, of: entity, into: rows)
  }
  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try rows.links(for: keys, along: relationship, of: entity)
  }
  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try rows.commit(changes)
  }
}
