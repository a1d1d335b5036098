package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A wrapper around a store that lets other contexts save between a context's reads and its commit.
///
/// `@unchecked Sendable`: one task uses each.
package final class WindowStore: PersistentStore, @unchecked Sendable {
  private let store: any PersistentStore
  /// Called once, before the next commit.
  package var window: (() throws -> Void)?
  /// The number of attempted commits.
  package private(set) var commitCount = 0
  /// The state on which the last commit was based.
  package private(set) var lastState: PersistentHistoryToken?

  package init(_ store: any PersistentStore) { self.store = store }

  package var identifier: UUID { store.identifier }
  package func open(_ model: ManagedObjectModel) throws { try store.open(model) }
  package func reserveKeys(_ count: Int) throws -> Range<Int64> { try store.reserveKeys(count) }
  package func reader() throws -> any StoreReader { try store.reader() }
  package func singleUseReader() throws -> any StoreReader { try store.singleUseReader() }
  package func verify() throws { try store.verify() }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let window = window
    self.window = nil
    try window?()
    commitCount += 1
    lastState = changes.state
    return try store.commit(changes)
  }
}
