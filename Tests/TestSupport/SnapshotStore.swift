package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// An in-memory store whose readers each keep one state of the data, and which answers parts of requests.
///
/// `@unchecked Sendable`: one task uses each.
package final class SnapshotStore: PersistentStore, @unchecked Sendable {
  /// Returns the part of a request to answer; by default, all of it.
  package var part: (FetchRequest) -> FetchRequest = { $0 }
  /// The number of open readers, and the number of all readers.
  package private(set) var (openCount, readerCount) = (0, 0)
  private let store = InMemoryStore()
  private var model: ManagedObjectModel?
  private var transactions: [StoreTransaction] = []
  /// The current state, which a commit replaces.
  private var present: InMemoryStore?

  package init() {}

  package var identifier: UUID { store.identifier }

  package func open(_ model: ManagedObjectModel) throws {
    self.model = model
    try store.open(model)
  }

  package func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }

  package func reader() throws -> any StoreReader {
    let state = present ?? InMemoryStore(identifier: identifier)
    if present == nil, let model {
      try state.open(model)
      for transaction in transactions { _ = try state.commit(transaction) }
      present = state
    }
    return Reader(self, state)
  }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let versions = try store.commit(changes)
    transactions.append(changes.transaction)
    present = nil
    return versions
  }

  private final class Reader: StoreReaderOverAnother {
    private let store: SnapshotStore
    let base: any StoreReader

    init(_ store: SnapshotStore, _ state: InMemoryStore) {
      (self.store, base) = (store, state)
      store.openCount += 1
      store.readerCount += 1
    }

    deinit { store.openCount -= 1 }

    func prepare(_ request: FetchRequest) -> any StoreQuery {
      SimpleStoreQuery(store.part(request), of: self)
    }
  }
}

extension FetchRequest {
  /// Returns a random part of the request that a store may answer.
  package func part(_ isKept: () -> Bool) -> FetchRequest {
    var part = self
    if case .and(let conditions) = predicate {
      part.predicate = .and(conditions.filter { _ in isKept() })
    } else if !isKept() {
      part.predicate = .constant(true)
    }
    if !isKept() { part.orderedBy = [] }
    if part != self || !isKept() { (part.limit, part.offset) = (nil, 0) }
    return part
  }
}
