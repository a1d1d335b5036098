package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A wrapper around a store that counts calls and can fail on request.
///
/// `@unchecked Sendable`: one task uses each.
package final class CountingStore: PersistentStore, @unchecked Sendable {
  /// The number of calls of each function.
  package struct Counts: Equatable, CustomStringConvertible {
    package var fetches: Int
    package var rows: Int
    package var links: Int
    package var commits: Int

    package init(fetches: Int = 0, rows: Int = 0, links: Int = 0, commits: Int = 0) {
      (self.fetches, self.rows, self.links, self.commits) = (fetches, rows, links, commits)
    }

    package var description: String {
      "fetches: \(fetches), rows: \(rows), links: \(links), commits: \(commits)"
    }
  }

  private let store: any PersistentStore
  private let keysAtOnce: Int
  package private(set) var counts = Counts()
  /// The number of rows returned for requests since the last count.
  package private(set) var foundCount = 0
  /// The last committed transaction.
  package private(set) var lastTransaction: StoreTransaction?
  /// Whether every call fails.
  package var fails = false
  /// The number of saves before one fails; `nil` for no failure.
  package var savesUntilFailure: Int?

  package struct Failure: Error {}

  /// - Parameters:
  ///   - store: The store with the rows.
  ///   - keysAtOnce: The maximum number of keys per reservation. With a small number, new objects need the store
  ///     repeatedly.
  package init(_ store: any PersistentStore = InMemoryStore(), keysAtOnce: Int = .max) {
    (self.store, self.keysAtOnce) = (store, keysAtOnce)
  }

  package var identifier: UUID { store.identifier }

  /// Returns the number of calls made by a closure.
  package func counting(_ body: () throws -> Void) rethrows -> Counts {
    (counts, foundCount) = (Counts(), 0)
    try body()
    return counts
  }

  private func check() throws {
    if fails { throw Failure() }
  }

  private func count(_ path: WritableKeyPath<Counts, Int>) throws {
    counts[keyPath: path] += 1
    try check()
  }

  package func open(_ model: ManagedObjectModel) throws { try store.open(model) }

  package func reserveKeys(_ count: Int) throws -> Range<Int64> {
    try check()
    return try store.reserveKeys(min(count, keysAtOnce))
  }

  package func reader() throws -> any StoreReader { Reader(self, try store.reader()) }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try count(\.commits)
    if let saves = savesUntilFailure {
      savesUntilFailure = saves == 0 ? nil : saves - 1
      if saves == 0 { throw Failure() }
    }
    let transaction = changes.transaction
    let versions = try store.commit(changes)
    lastTransaction = transaction
    return versions
  }

  private final class Reader: StoreReader {
    private let store: CountingStore
    private let reader: any StoreReader

    init(_ store: CountingStore, _ reader: any StoreReader) {
      (self.store, self.reader) = (store, reader)
    }

    func prepare(_ request: FetchRequest) throws -> any StoreQuery {
      SimpleStoreQuery(try reader.prepare(request).request, of: self)
    }

    func token() throws -> PersistentHistoryToken? { try reader.token() }

    func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
      try store.count(\.fetches)
      try reader.fetch(request, into: rows)
      store.foundCount += rows.count
    }

    func count(_ request: FetchRequest) throws -> Int {
      try store.count(\.fetches)
      return try reader.count(request)
    }

    func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
      try store.count(\.rows)
      try reader.rows(for: keys, of: entity, into: rows)
    }

    func links(
      for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [[ManagedObjectID]] {
      try store.count(\.links)
      return try reader.links(for: keys, along: relationship, of: entity)
    }
  }
}
