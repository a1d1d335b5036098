public import ArmatureModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A store that keeps its rows in memory. The rows are lost when the store object is released.
///
/// Use this store for tests, and for data that you don't need after the process ends. It works like a store on disk:
/// several contexts and tasks can use it at the same time, and each sees the saves of the others:
///
/// ```swift
/// let container = try PersistentContainer(model: model, store: InMemoryStore())
/// let (first, second) = (container.makeContext(), container.makeContext())
/// try first.insert("Author").setValuesForKeys(["name": "Jane Austen"])
/// try first.save()
/// print(try second.count("Author"))  // 1
/// ```
/// As in every store, a save throws an error if it would store a unique value twice.
///
/// Core Data: `NSInMemoryStoreType`.
///
/// `@unchecked Sendable`: the lock protects all mutable state.
public final class InMemoryStore: PersistentStore, RankingReader, @unchecked Sendable {
  /// The identifier of the store.
  public let identifier: UUID
  private let lock = Lock()
  private var nextKey: Int64 = 1
  /// The number of the last commit. It becomes the version of each row in the commit, so a row inserted again with
  /// its old key has a new version.
  private var lastCommit: UInt32 = 0
  /// The rows, as saved objects of plain classes: user code never runs here.
  private var context: ManagedObjectContext?

  /// The history, if the store keeps one.
  private var history: MemoryHistory?

  /// Creates an empty store.
  ///
  /// - Parameters:
  ///   - identifier: The identifier of the store. The default is a random identifier.
  ///   - keepsHistory: Pass true to keep a history of all saves. The history takes memory until you purge it.
  public init(identifier: UUID? = nil, keepsHistory: Bool = false) {
    self.identifier = identifier ?? .random()
    history = keepsHistory ? MemoryHistory() : nil
  }

  private func locked<Result>(_ body: (ObjectGraph) throws -> Result) throws -> Result {
    lock.lock()
    defer { lock.unlock() }
    guard let context else { throw PersistentStoreError.notOpen }
    return try body(context.graph)
  }

  /// Prepares the store for the objects of a model.
  ///
  /// Opening the store again with an equal model does nothing.
  ///
  /// - Throws: ``PersistentStoreError/otherModel`` if the store is already open with another model.
  public func open(_ model: ManagedObjectModel) throws {
    lock.lock()
    defer { lock.unlock() }
    if let context {
      guard context.model.fingerprint == model.fingerprint else {
        throw PersistentStoreError.otherModel
      }
      return
    }
    context = ManagedObjectContext(model: model, storeID: identifier)
  }

  /// Replaces all rows with the rows of a context that an enclosing store has read.
  ///
  /// - Parameters:
  ///   - lastCommit: The number of the last commit so far.
  ///   - version: The version of the row of a key.
  func replaceRows(
    by other: ManagedObjectContext, lastCommit: UInt32, version: (Int64) -> UInt32
  ) {
    lock.lock()
    defer { lock.unlock() }
    self.lastCommit = lastCommit
    let graph = other.graph
    for object in graph.objects(graph.changes.inserted) {
      object.row.version = version(object.row.slots[object.row.handle].key)
    }
    _ = PendingChanges(graph).commit()
    context = other
  }

  /// The number of the last commit; 0 before the first.
  var numberOfLastCommit: UInt32 {
    lock.lock()
    defer { lock.unlock() }
    return lastCommit
  }

  /// Returns the keys and versions of all rows in any order, and the number of the last commit.
  func versions() throws -> (rows: [(key: Int64, version: UInt32)], lastCommit: UInt32) {
    try locked { graph in
      let rows = graph.keys.handles.compactMap { handle -> (key: Int64, version: UInt32)? in
        let slot = graph.slots[handle]
        guard slot.isThere, let object = slot.object else { return nil }
        return (slot.key, object._withUnsafeGuaranteedRef { $0.row.version })
      }
      return (rows, lastCommit)
    }
  }

  /// Reserves keys for new objects. No other caller gets the same keys.
  public func reserveKeys(_ count: Int) throws -> Range<Int64> {
    lock.lock()
    defer { lock.unlock() }
    let first = nextKey
    nextKey += Int64(max(1, count))
    return first..<nextKey
  }

  /// Returns the rows that match a request, in its order.
  ///
  /// - Complexity: O(*n*) in the number of rows of the entity.
  public func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    try locked { graph in
      let slots = graph.slots
      let handles = try FetchRun(request, graph).handles
      var found: [(object: Unmanaged<ManagedObject>, version: UInt32)] = []
      // Several objects are touched before the first copy, so that their memory accesses overlap. No references are
      // counted, because each would wait for memory.
      for start in stride(from: 0, to: handles.count, by: 16) {
        for handle in handles[start..<min(start + 16, handles.count)] {
          guard let object = slots[handle].object else { continue }
          found.append((object, object._withUnsafeGuaranteedRef { $0.row.version }))
        }
        for (object, version) in found {
          object._withUnsafeGuaranteedRef { rows.append(copyOf: $0, version: version) }
        }
        found.removeAll(keepingCapacity: true)
      }
    }
  }

  /// Returns the number of rows that match a request.
  ///
  /// - Complexity: O(*n*) in the number of rows of the entity.
  public func count(_ request: FetchRequest) throws -> Int {
    try locked { graph in try FetchRun(request, graph).count }
  }

  package func statistics(
    of ranking: SearchRanking, in entity: String
  ) throws -> SearchStatistics? {
    try locked { graph in
      FetchRun(known: FetchRequest(entity), graph).counted(ranking).statistics
    }
  }

  package func suggestions(
    startingWith start: String, in entity: String, limit: Int
  ) throws -> [SearchSuggestion]? {
    try locked { graph in
      SuggestionFinder(graph: graph, entity: entity).suggestions(startingWith: start, limit)
    }
  }

  /// Returns the rows of a request for aggregates or distinct values.
  ///
  /// The result is `nil` if the request reads transient properties. The context then computes the rows itself.
  ///
  /// - Complexity: O(*n*) in the number of rows of the entity.
  public func rows(_ request: FetchRowRequest) throws -> [[AttributeValue]]? {
    try locked { graph in
      let readsTransient = request.columns.contains { column in
        !FetchNode.expression(column.expression)
          .transientPaths(from: request.source.entity, graph.model.tree).isEmpty
      }
      guard let context, !readsTransient else { return nil }
      return try FetchRowRun(request, context).rows().map(\.values)
    }
  }

  /// Returns the rows with the given keys, in the order of the keys.
  public func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    try locked { graph in
      for key in keys {
        guard let object = MemoryRows(graph).object(key, of: entity.name) else { continue }
        rows.append(copyOf: object, version: object.row.version)
      }
    }
  }

  /// Returns the members of a to-many relationship for each of the given objects.
  ///
  /// - Complexity: O(*n*) in the number of keys and of members.
  public func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try locked { graph in
      try keys.map { key in
        try MemoryRows(graph).object(key, of: entity.name)?
          .objectIDs(forRelationshipNamed: relationship.name) ?? []
      }
    }
  }

  /// Returns the current position in the sequence of the store's saves.
  public func token() throws -> PersistentHistoryToken? {
    PersistentHistoryToken(storeID: identifier, number: Int64(numberOfLastCommit))
  }

  /// Returns the current position in the history, or `nil` if the store keeps no history.
  public func historyToken() throws -> PersistentHistoryToken? {
    lock.lock()
    let known = history?.lastSave(of: identifier)
    lock.unlock()
    return try known ?? token()
  }

  /// Returns the saves after a position, in order.
  public func history(
    since token: PersistentHistoryToken?
  ) throws -> [PersistentHistoryTransaction] {
    lock.lock()
    defer { lock.unlock() }
    guard let history else { throw Self.noHistory }
    return try history.saves(since: token)
  }

  /// Removes the oldest saves from the history.
  public func purgeHistory(_ range: PersistentHistoryRange) throws {
    lock.lock()
    defer { lock.unlock() }
    if history == nil { throw Self.noHistory }
    try history?.remove(range)
  }

  private static let noHistory = PersistentStoreError.noHistory(
    reason: "this one was created without one")

  /// Saves all changes, or throws an error and saves nothing.
  ///
  /// - Throws:
  ///   - ``StoreConflicts`` if another save has changed the same row. It is also thrown if the transaction deletes a
  ///     row to which another save has added a guarded link. See
  ///     ``/ArmatureModel/ManagedObjectModel/guardedRelationships(of:)``.
  ///   - ``ValidationReport`` if a unique value occurs twice or a link leads to a missing object.
  ///   - ``PersistentStoreError/incompleteTransaction(_:property:)`` if the transaction contains only one side of a
  ///     changed relationship.
  /// - Complexity: O(*n*) in the number of changes.
  public func commit(_ changes: StoreChanges) throws -> [UInt32] {
    try commit(changes, after: 0) { _, _ in }
  }

  /// Saves all changes, or none of them. Stores that keep their rows in an `InMemoryStore` call this method, and write
  /// the rows to a file as well.
  ///
  /// - Parameters:
  ///   - last: The number of the last known commit. The new commit gets a higher number.
  ///   - keep: A closure that writes the new rows and receives the number of the commit. If it throws an error, the
  ///     changes are reverted.
  func commit(
    _ changes: StoreChanges, after last: UInt32,
    keeping keep: (ManagedObjectContext, UInt32) throws -> Void
  ) throws -> [UInt32] {
    try locked { graph in
      let saved = MemoryRows(graph)
      if let state = changes.state, state.number != Int64(lastCommit) {
        throw StoreConflicts.stateConflict
      }
      let conflicts = saved.conflicts(with: changes)
      if !conflicts.isEmpty { throw StoreConflicts(conflicts) }
      let number = max(1, max(lastCommit, last) &+ 1)
      do {
        try context?.attempt {
          var writer = TransactionWriter(graph, changes) { $0.makeDraft() }
          try writer.write()
          try TransactionCheck(graph, changes).check()
          if let context { try keep(context, number) }
        }
      } catch let deletions as TransactionWriter.GuardedDeletions {
        throw saved.conflicts(of: deletions, in: changes)
      }
      let token = PersistentHistoryToken(storeID: identifier, number: Int64(number))
      if let model = context?.model, history != nil {
        let point = PersistentHistoryToken(
          storeID: identifier, number: token.number, saveID: .random())
        history?.append(PersistentHistoryTransaction(changes, point, model))
      }
      lastCommit = number
      changes.committedState = token
      saved.setVersions(number)
      for object in PendingChanges(graph).commit().deleted { object.dropValues() }
      return changes.indices.map { saved.object(of: changes, at: $0)?.row.version ?? 0 }
    }
  }
}
