package import Armature
package import ArmatureModel

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A store over another one that lets something happen between what a context reads and what it commits, and that
/// compares what each commit changes with what its transaction says.
///
/// `@unchecked Sendable`: each is used by one task.
package final class LawStore: PersistentStore, @unchecked Sendable {
  let base: any PersistentStore
  private var model: ManagedObjectModel?
  /// What happens in a window, such as a save of another context.
  var window: () throws -> Void = {}
  /// Whether a window opens now; it is asked at each call.
  var opensWindow: () -> Bool = { false }
  private var isInWindow = false
  /// Is told the name of a context whose transaction is done.
  var committed: (String?, StoreTransaction) -> Void = { _, _ in }
  /// What a transaction has changed without saying so, or has said wrong.
  private(set) var problem: String?
  /// How many transactions are done.
  private(set) var commitCount = 0
  /// How many answers readers were asked for.
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

    func pushed(_ request: FetchRequest) -> FetchRequest { base.pushed(request) }
    func token() throws -> PersistentHistoryToken? { try base.token() }

    func changesOfOthers(since token: PersistentHistoryToken) throws -> ChangesOfOthers {
      try base.changesOfOthers(since: token)
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
