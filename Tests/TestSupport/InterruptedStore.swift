package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A store over another one, which lets somebody do something between the last look of a save and its commit.
///
/// `@unchecked Sendable`: each is used by one task.
package final class InterruptedStore: PersistentStore, @unchecked Sendable {
  private let store: any PersistentStore
  /// Is called once, when the next save is about to commit.
  package var beforeCommit: (() -> Void)?

  package init(_ store: any PersistentStore) { self.store = store }

  package var identifier: UUID { store.identifier }

  package func open(_ model: ManagedObjectModel) throws { try store.open(model) }

  package func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }

  package func reader() throws -> any StoreReader { try store.reader() }

  package func readerOfOneAnswer() throws -> any StoreReader { try store.readerOfOneAnswer() }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    beforeCommit.take()?()
    return try store.commit(changes)
  }
}
