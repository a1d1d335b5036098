package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A store over another one, which counts how often it is asked, and fails when it is told to.
///
/// `@unchecked Sendable`: each is used by one task.
package final class CountingStore: PersistentStore, @unchecked Sendable {
  /// How often each function was called.
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
  /// How many rows requests were given since a closure was last counted.
  package private(set) var foundCount = 0
  /// The last transaction that was saved.
  package private(set) var lastTransaction: StoreTransaction?
  /// Whether the store fails whenever it is asked.
  package var fails = false
  /// How many saves are tried before the store fails at one; `nil` for never.
  package var savesUntilFailure: Int?

  package struct Failure: Error {}

  /// - Parameters:
  ///   - store: What keeps the rows.
  ///   - keysAtOnce: How many keys it gives at the most: of few, new objects need the store again.
  package init(_ store: any PersistentStore = InMemoryStore(), keysAtOnce: Int = .max) {
    (self.store, self.keysAtOnce) = (store, keysAtOnce)
  }

  package var identifier: UUID { store.identifier }

  /// What a closure asks for.
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

    func pushed(_ request: FetchRequest) -> FetchRequest { reader.pushed(request) }

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
