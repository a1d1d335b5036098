@testable import Armature

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A store in memory that counts how often it is asked.
///
/// `@unchecked Sendable`: each is used by one test.
final class CountingStore: PersistentStore, @unchecked Sendable {
  /// How often each function was called.
  struct Counts: Equatable, CustomStringConvertible {
    var fetches = 0
    var rows = 0
    var links = 0
    var commits = 0

    var description: String {
      "fetches: \(fetches), rows: \(rows), links: \(links), commits: \(commits)"
    }
  }

  private let store = InMemoryStore()
  private(set) var counts = Counts()
  /// Whether the store fails whenever it is asked.
  var fails = false

  struct Failure: Error {}

  var identifier: UUID { store.identifier }

  /// What a closure asks for.
  func counting(_ body: () throws -> Void) rethrows -> Counts {
    counts = Counts()
    try body()
    return counts
  }

  private func count(_ path: WritableKeyPath<Counts, Int>) throws {
    counts[keyPath: path] += 1
    if fails { throw Failure() }
  }

  func open(_ model: ManagedObjectModel) throws { try store.open(model) }

  func reserveKeys(_ count: Int) throws -> Range<Int64> {
    if fails { throw Failure() }
    return try store.reserveKeys(count)
  }

  func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    try count(\.fetches)
    let rows = try store.fetch(request, includingValues: includingValues)
    return includingValues ? rows : rows.map { StoreRow($0.id, version: $0.version, values: []) }
  }

  func count(_ request: FetchRequest) throws -> Int {
    try count(\.fetches)
    return try store.count(request)
  }

  func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    try count(\.rows)
    return try store.rows(for: keys, of: entity)
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try count(\.links)
    return try store.links(for: keys, along: relationship, of: entity)
  }

  func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    try count(\.commits)
    return try store.commit(transaction)
  }
}
