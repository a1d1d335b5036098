import Armature

/// A store of one's own, which contexts of all tasks call.
public final class NotingStore: PersistentStore {
  private let rows = InMemoryStore()

  public init() {}
  public var identifier: UUID { rows.identifier }
  public func open(_ model: ManagedObjectModel) throws { try rows.open(model) }
  public func reserveKeys(_ count: Int) throws -> Range<Int64> { try rows.reserveKeys(count) }
  public func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    try rows.fetch(request, includingValues: includingValues)
  }
  public func count(_ request: FetchRequest) throws -> Int { try rows.count(request) }
  public func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    try rows.rows(for: keys, of: entity)
  }
  public func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try rows.links(for: keys, along: relationship, of: entity)
  }
  public func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try rows.commit(transaction)
  }
}
