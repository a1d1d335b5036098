public import ArmatureModel

/// The changes in one save of a context, as a value that can be sent to other tasks.
///
/// ```swift
/// var changes = context.changes.makeAsyncIterator()
/// book.pages = 500
/// try context.save()
/// let change = await changes.next()
/// print(change?.updated[book.objectID] ?? [])  // ["pages"]
/// ```
/// Core Data: the user info of `NSManagedObjectContextDidSave`.
public struct ContextChange: Hashable, Sendable {
  /// The inserted objects, in order.
  public let inserted: [ManagedObjectID]
  /// The updated objects, with the names of their changed properties.
  public let updated: [ManagedObjectID: Set<String>]
  /// The deleted objects.
  public let deleted: [ManagedObjectID]
  /// The same changes with values, for contexts that merge them.
  let transaction: StoreTransaction
  /// True if others may have made any changes.
  let isUnknown: Bool

  /// A Boolean value that indicates whether nothing has changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Unknown changes by others.
  static let unknown = ContextChange()

  private init() {
    (inserted, updated, deleted) = ([], [:], [])
    (transaction, isUnknown) = (StoreTransaction([]), true)
  }

  /// Combines several saves of others.
  init(_ transactions: [PersistentHistoryTransaction]) {
    var kinds: [ManagedObjectID: StoreChange.Kind] = [:]
    var ids: [ManagedObjectID] = []
    var updated: [ManagedObjectID: Set<String>] = [:]
    for change in transactions.flatMap(\.changes) {
      let id = change.objectID
      let former = kinds[id]
      if former == nil { ids.append(id) }
      // An inserted object is new, even if it has been updated since.
      kinds[id] = former == .insert && change.kind == .update ? .insert : change.kind
      updated[id] = change.kind == .update ? change.updatedProperties.union(updated[id] ?? []) : nil
    }
    inserted = ids.filter { kinds[$0] == .insert }
    deleted = ids.filter { kinds[$0] == .delete }
    self.updated = updated.filter { kinds[$0.key] == .update }
    transaction = StoreTransaction(ids.compactMap { id in kinds[id].map { StoreChange(id, $0) } })
    isUnknown = false
  }

  init(_ transaction: StoreTransaction, _ model: ManagedObjectModel) {
    (self.transaction, isUnknown) = (transaction, false)
    func ids(_ kind: StoreChange.Kind) -> [ManagedObjectID] {
      transaction.changes.filter { $0.kind == kind }.map(\.id)
    }
    (inserted, deleted) = (ids(.insert), ids(.delete))
    var updated: [ManagedObjectID: Set<String>] = [:]
    for change in transaction.changes where change.kind == .update {
      let properties = model[change.id.entityName]?.persistentProperties ?? []
      let positions = change.values.map(\.property) + change.links.map(\.property)
      updated[change.id] = Set(
        positions.filter(properties.indices.contains).map { properties[$0].name })
    }
    self.updated = updated
  }
}
