package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A wrapper around a store that allows actions between a context's reads and its commit, and compares the changes of
/// each commit with its transaction.
///
/// `@unchecked Sendable`: one task uses each.
package final class LawStore: PersistentStore, @unchecked Sendable {
  let base: any PersistentStore
  private var model: ManagedObjectModel?
  /// The action in a window, such as a save of another context.
  var window: () throws -> Void = {}
  /// Returns whether a window opens now; called for each operation.
  var opensWindow: () -> Bool = { false }
  private var isInWindow = false
  /// Receives the name of the context after each committed transaction.
  var committed: (String?, StoreTransaction) -> Void = { _, _ in }
  /// The changes of a transaction that it did not name, or named wrongly.
  private(set) var problem: String?
  /// The number of committed transactions.
  private(set) var commitCount = 0
  /// The number of queries to readers.
  private(set) var readCount = 0

  package init(_ base: any PersistentStore) { self.base = base }

  package var identifier: UUID { base.identifier }
  package func metadata() throws -> StoreMetadata? { try base.metadata() }
  package func verify() throws { try base.verify() }
  package func open(_ model: ManagedObjectModel) throws {
    self.model = model
    try base.open(model)
  }
  package func reserveKeys(_ count: Int) throws -> Range<Int64> { try base.reserveKeys(count) }

  package func reader() throws -> any StoreReader {
    let reader = Reader(try base.reader(), self)
    try passWindow()
    return reader
  }

  package func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try passWindow()
    guard let model else { return try base.commit(changes) }
    let (before, transaction) = (try GraphImage(of: base, model), changes.transaction)
    let versions = try base.commit(changes)
    let law = TransactionLaw(
      model: model, transaction: transaction, before: before, after: try GraphImage(of: base, model)
    )
    if problem == nil { problem = law.problem }
    commitCount += 1
    committed(changes.contextName, transaction)
    return versions
  }

  private func passWindow() throws {
    guard !isInWindow, opensWindow() else { return }
    isInWindow = true
    defer { isInWindow = false }
    try window()
  }

  private func passRead() throws {
    readCount += 1
    try passWindow()
  }

  private final class Reader: StoreReader {
    private let base: any StoreReader
    private let store: LawStore

    init(_ base: any StoreReader, _ store: LawStore) { (self.base, self.store) = (base, store) }

    func prepare(_ request: FetchRequest) throws -> any StoreQuery {
      SimpleStoreQuery(try base.prepare(request).request, of: self)
    }

    func token() throws -> PersistentHistoryToken? { try base.token() }

    func remoteChanges(since token: PersistentHistoryToken) throws -> RemoteChanges {
      try base.remoteChanges(since: token)
    }

    func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
      try store.passRead()
      try base.fetch(request, into: rows)
    }

    func count(_ request: FetchRequest) throws -> Int {
      try store.passRead()
      return try base.count(request)
    }

    func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
      try store.passRead()
      try base.rows(for: keys, of: entity, into: rows)
    }

    func links(
      for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
    ) throws -> [[ManagedObjectID]] {
      try store.passRead()
      return try base.links(for: keys, along: relationship, of: entity)
    }
  }
}
