public import ArmatureModel

/// The changes that one save of a context has made.
///
/// This is a value that you can send to other tasks.
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
  /// The inserted objects, in the order of insertion.
  public let inserted: [ManagedObjectID]
  /// The updated objects, with the names of their changed properties.
  public let updated: [ManagedObjectID: Set<String>]
  /// The deleted objects.
  public let deleted: [ManagedObjectID]
  /// The same changes with values, for contexts that merge them.
  let transaction: StoreTransaction
  /// True if other contexts may have made any changes.
  let isUnknown: Bool

  /// A Boolean value that indicates whether nothing has changed.
  public var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }

  /// Unknown changes by other contexts.
  static let unknown = ContextChange()

  private init() {
    (inserted, updated, deleted) = ([], [:], [])
    (transaction, isUnknown) = (StoreTransaction([]), true)
  }

  /// Combines several saves of other contexts.
  init(_ transactions: [PersistentHistoryTransaction]) {
    var joined = JoinedChanges()
    for change in transactions.flatMap(\.changes) {
      joined.add(change.objectID, change.kind, change.updatedProperties)
    }
    transaction = StoreTransaction(joined.all.map { StoreChange($0, $1) })
    (inserted, updated, deleted) = (joined.ids(.insert), joined.updated, joined.ids(.delete))
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

extension ContextChange {
  /// Returns the combined changes of several saves.
  ///
  /// The result contains no values, so a context that merges it compares the versions of its objects.
  @Sendable static func joined(_ changes: ArraySlice<ContextChange>) -> ContextChange? {
    var joined = JoinedChanges()
    for change in changes {
      for id in change.inserted { joined.add(id, .insert, []) }
      for (id, properties) in change.updated { joined.add(id, .update, properties) }
      for id in change.deleted { joined.add(id, .delete, []) }
    }
    return ContextChange(joined)
  }

  private init(_ joined: JoinedChanges) {
    (inserted, updated, deleted) = (joined.ids(.insert), joined.updated, joined.ids(.delete))
    (transaction, isUnknown) = (StoreTransaction([]), true)
  }
}

/// The combined effect of several changes on each object.
private struct JoinedChanges {
  private var kinds: [ManagedObjectID: StoreChange.Kind] = [:]
  private var order: [ManagedObjectID] = []
  private var properties: [ManagedObjectID: Set<String>] = [:]

  mutating func add(_ id: ManagedObjectID, _ kind: StoreChange.Kind, _ names: Set<String>) {
    let former = kinds[id]
    if former == nil { order.append(id) }
    // An inserted object stays inserted, even if it was updated since.
    kinds[id] = former == .insert && kind == .update ? .insert : kind
    properties[id] = kind == .update ? names.union(properties[id] ?? []) : nil
  }

  /// All objects, in the order of their first changes.
  var all: [(ManagedObjectID, StoreChange.Kind)] {
    order.compactMap { id in kinds[id].map { (id, $0) } }
  }

  func ids(_ kind: StoreChange.Kind) -> [ManagedObjectID] { order.filter { kinds[$0] == kind } }

  /// The objects that have other values, with the names of their properties.
  var updated: [ManagedObjectID: Set<String>] { properties.filter { kinds[$0.key] == .update } }
}
