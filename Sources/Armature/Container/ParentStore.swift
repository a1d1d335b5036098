import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The store of a child context. It reads and changes the objects of the parent context.
///
/// A child sees these objects with all their unsaved changes. When the child saves, its changes become unsaved changes
/// of the parent.
///
/// `@unchecked Sendable`: only child contexts have this store, and the compiler keeps them in the task of their parent.
final class ParentStore: ParentOfContext, @unchecked Sendable {
  let parent: ManagedObjectContext
  var graph: ObjectGraph { parent.graph }

  init(_ parent: ManagedObjectContext) { self.parent = parent }

  var identifier: UUID { graph.storeID }

  var context: any GraphContext { parent }

  func open(_ model: ManagedObjectModel) {}

  func mergeRemoteChanges() throws { try parent.mergeRemoteChanges() }

  var hasUnsavedChanges: Bool {
    parent.hasChanges || graph.source.parent?.hasUnsavedChanges ?? false
  }

  func find(_ values: [[AttributeValue]], of constraint: Int) throws {
    try IdentityResolver(graph).find(values, of: constraint)
    try graph.throwStoreError()
  }

  func take(_ decisions: IdentityDecisions, of child: SlotTable) {
    guard graph.store != nil else { return }
    func handle(_ handle: Handle) -> Handle? {
      graph.keys.handle(forKey: child[handle].key)
    }
    // A child does not know in which state of the store the parent found the objects.
    graph.decisions.add(decisions.mapped(handle), token: nil)
  }

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try graph.keys.blocks.reserve(count) }

  func fetch(_ request: FetchRequest, into rows: StoreRows) throws {
    add(try parent.fetch(present(request)), to: rows)
  }

  func count(_ request: FetchRequest) throws -> Int {
    try parent.count(present(request))
  }

  /// Returns the request with pending changes included: all objects of the parent count as saved for its children.
  private func present(_ request: FetchRequest) -> FetchRequest {
    var request = request
    request.includesPendingChanges = true
    return request
  }

  func rows(for keys: [Int64], of entity: EntityDescription, into rows: StoreRows) throws {
    add(try objects(keys, of: entity).compactMap(\.self), to: rows)
  }

  /// Adds the present values of objects. Versions belong to the parent's own store.
  private func add(_ objects: [ManagedObject], to rows: StoreRows) {
    // User code may run here.
    let filled = rows.includesValues ? objects.filter { $0.isFilled() } : objects
    for object in filled { rows.append(copyOf: object, version: 1) }
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    let links = try objects(keys, of: entity).map { object in
      try object?.objectIDs(forRelationshipNamed: relationship.name) ?? []
    }
    try parent.graph.throwStoreError()
    return links
  }

  func commit(_ changes: StoreChanges) throws -> [UInt32] {
    let child = changes.savedSlots?.graph?.takeUnretainedValue()
    let firstNew = child?.watchChanges() ?? .none
    let transaction = changes.transaction
    let implied = changes.implied
    // First, because this releases objects, and the `deinit` of their class may run any code.
    forgetErased(transaction)
    try takeUp(transaction)
    let gone = transaction.changes.filter { $0.kind == .update && object($0.id) == nil }
    if !gone.isEmpty {
      throw StoreConflicts(gone.map { StoreConflicts.Conflict($0.id, current: nil) })
    }
    let cleared = clearedLinks(of: transaction, implied)
    let environment = parent.environment
    // A copy, because user code that runs here may change the objects of the child.
    let changes = StoreChanges(transaction)
    do {
      try countingWrites(of: transaction) {
        try parent.attempt {
          var writer = TransactionWriter(graph, changes) { $0.makeObject(environment) }
          try writer.write()
          // Values that could not be read were taken as empty.
          try graph.throwStoreError()
          mark(implied, cleared)
          // Other user code waits, but classes initialize the objects that the parent makes.
          if let child, child.hasChanged(since: firstNew) { throw ChangedMeanwhile() }
        }
      }
    } catch let deletions as TransactionWriter.GuardedDeletions {
      throw try conflicts(
        of: deletions.positions.map(changes.id(at:)), in: parent.model, storeID: identifier)
    }
    return transaction.changes.map { $0.kind == .delete ? 0 : 1 }
  }

  /// Runs a body whose writes to the objects of a transaction count as changes. An object may be running its hook
  /// `awakeFromFetch()`, which saves the child. The hook's own writes are no changes.
  private func countingWrites(of transaction: StoreTransaction, _ body: () throws -> Void) rethrows
  {
    // Most saves run outside of all hooks.
    if graph.userCode.openReads == 0 { return try body() }
    let awaking = transaction.changes.compactMap { object($0.id) }
      .filter { $0.row.state.contains(.awaking) }
    for object in awaking {
      object.row.state.remove(.awaking)
      // The hook may have written already, and further writes would not be noticed.
      object.row.state.insert(.watched)
    }
    defer { for object in awaking { object.row.state.insert(.awaking) } }
    try body()
  }

  /// A link that a child has cleared.
  private struct ClearedLink {
    let object: ManagedObject
    let place: RowPlace
    /// Whether it was cleared only from its other end, and the parent had not changed it.
    let isCut: Bool
  }

  /// Returns the links that a transaction clears, before it is written.
  private func clearedLinks(
    of transaction: StoreTransaction, _ implied: StoreChanges.Implied
  ) -> [ClearedLink] {
    transaction.changes.flatMap { change -> [ClearedLink] in
      guard change.kind == .update, let object = object(change.id) else { return [] }
      let cuts = implied.cuts[change.id] ?? []
      return change.values.compactMap { value in
        let place = object.shape.persistent[value.property]
        guard value.value.isNull, place.kind == .object else { return nil }
        let link = object.row.link(place)
        let isSaved = link.isCut || link.handle == object.row.savedEnd(place)
        return ClearedLink(
          object: object, place: place, isCut: cuts.contains(value.property) && isSaved)
      }
    }
  }

  /// Marks objects and links as in the child, because the parent also takes back changes that follow from changes of
  /// other objects. Writing one end of a link in the parent clears the other end, although the child may have cleared
  /// that one.
  private func mark(_ implied: StoreChanges.Implied, _ cleared: [ClearedLink]) {
    for id in implied.deletions {
      guard let object = graph.keys.handle(forKey: id.key).flatMap(graph.anyObject),
        object.isDeleted
      else { continue }
      object.row.state.insert(.cascaded)
    }
    for link in cleared where link.object.row.link(link.place).handle.isNone {
      link.object.row.setLink(link.isCut ? .cut : .none, link.place)
    }
  }

  /// Loads the objects of a transaction into the parent, if it does not have them.
  private func takeUp(_ transaction: StoreTransaction) throws {
    if graph.store == nil { return }
    var seen: Set<ManagedObjectID> = []
    var ids: [ManagedObjectID] = []
    func add(_ id: ManagedObjectID) {
      if seen.insert(id).inserted { ids.append(id) }
    }
    for change in transaction.changes {
      if change.kind != .insert { add(change.id) }
      for value in change.values {
        if case .object(let id) = value.value { add(id) }
      }
      for links in change.links { (links.added + links.removed).forEach(add) }
    }
    try takeUp(ids)
  }

  /// Loads some objects into the parent, if it does not have them.
  private func takeUp(_ ids: [ManagedObjectID]) throws {
    guard let store = graph.store else { return }
    let prefetch = Prefetch(graph, try graph.source.reader(of: store))
    try prefetch.find(ids)
    try prefetch.fill(ids.compactMap { graph.keys.handle(forKey: $0.key) })
  }

  /// Forgets the undo steps if they rely on a saved deletion that the transaction is about to reverse.
  private func forgetErased(_ transaction: StoreTransaction) {
    let isComingBack = transaction.changes.contains { change in
      change.kind == .insert
        && graph.keys.handle(forKey: change.id.key).map { graph.slots.isErased($0) }
          ?? false
    }
    if isComingBack { UndoHistory(graph).removeAll() }
  }

  /// Returns the objects with some keys and their values, from the parent's own store if necessary; `nil` for a
  /// missing object.
  private func objects(
    _ keys: [Int64], of entity: EntityDescription
  ) throws -> [ManagedObject?] {
    let ids = keys.map {
      ManagedObjectID(entityName: entity.name, key: $0, storeID: graph.storeID)
    }
    try takeUp(ids)
    let objects = ids.map(object)
    try parent.graph.throwStoreError()
    return objects
  }

  /// Returns the object with an ID and its values, if it exists.
  private func object(_ id: ManagedObjectID) -> ManagedObject? {
    guard graph.knows(id), let object = graph.keys.handle(forKey: id.key).flatMap(graph.object),
      object.isFilled()
    else { return nil }
    return object
  }
}

extension ManagedObjectContext {
  /// Creates an empty child context, which reads the objects of this context and saves into it.
  ///
  /// Use a child context for work that the user may cancel, such as editing a form. The child sees all objects of this
  /// context, including your unsaved changes. If the user cancels, discard the child. If the user confirms, save the
  /// child. Its changes then become unsaved changes of this context, and reach the store when you save this context as
  /// well.
  ///
  /// If both contexts have changed the same value, the save of the child keeps the child's value. If this context has
  /// deleted an object that the child has changed, the save has a conflict. The child's save also validates unique
  /// values and the delete rule deny, but only among the objects of this context.
  ///
  /// The child keeps a strong reference to this context.
  ///
  /// Core Data: `parent`.
  public func makeChild() -> ManagedObjectContext {
    let environment = environment
    return ManagedObjectContext(
      model: model, store: ParentStore(self), hub: childHub, now: environment.now,
      makeUUID: environment.makeUUID)
  }
}
