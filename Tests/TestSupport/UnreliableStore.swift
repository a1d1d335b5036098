package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A store in memory that fails when it is told to.
///
/// `@unchecked Sendable`: each is used by one task.
package final class UnreliableStore: PersistentStore, @unchecked Sendable {
  private let store = InMemoryStore()
  /// Whether whatever would change the store, or give values, fails.
  package var fails = false

  package struct Failure: Error {}

  package init() {}

  package var identifier: UUID { store.identifier }

  private func check() throws {
    if fails { throw Failure() }
  }

  package func open(_ model: ManagedObjectModel) throws { try store.open(model) }

  package func reserveKeys(_ count: Int) throws -> Range<Int64> {
    // Few at a time, so that new objects need the store.
    try check()
    return try store.reserveKeys(min(count, 3))
  }

  package func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    try check()
    return try store.fetch(request, includingValues: includingValues)
  }

  package func count(_ request: FetchRequest) throws -> Int {
    try check()
    return try store.count(request)
  }

  package func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    try check()
    return try store.rows(for: keys, of: entity)
  }

  package func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try check()
    return try store.links(for: keys, along: relationship, of: entity)
  }

  package func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try check()
    return try store.commit(transaction)
  }
}
