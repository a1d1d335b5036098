import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The objects of a context as the store of its children: they read them with all changes, and their
/// saves are ordinary changes of them.
///
/// `@unchecked Sendable`: only child contexts have it, which the compiler keeps in the task of their
/// parent.
final class ParentStore: PersistentStore, @unchecked Sendable {
  let parent: ManagedObjectContext
  private var graph: ObjectGraph { parent.graph }

  init(_ parent: ManagedObjectContext) { self.parent = parent }

  var identifier: UUID { graph.storeID }

  func open(_ model: ManagedObjectModel) {}

  func reserveKeys(_ count: Int) throws -> Range<Int64> { try graph.reserveKeys(count) }

  func fetch(_ request: FetchRequest, includingValues: Bool) throws -> [StoreRow] {
    try parent.fetch(present(request)).map { object in
      includingValues ? row(object) : StoreRow(object.objectID.permanent, version: 1, values: [])
    }
  }

  func count(_ request: FetchRequest) throws -> Int {
    try parent.count(present(request))
  }

  /// What the parent has is what counts as saved here, whether the parent has saved it or not.
  private func present(_ request: FetchRequest) -> FetchRequest {
    var request = request
    request.includesPendingChanges = true
    return request
  }

  func rows(for keys: [Int64], of entity: EntityDescription) throws -> [StoreRow?] {
    keys.map { key in object(key, of: entity).map(row) }
  }

  func links(
    for keys: [Int64], along relationship: RelationshipDescription, of entity: EntityDescription
  ) throws -> [[ManagedObjectID]] {
    try keys.map { key in
      try object(key, of: entity)?.objectIDs(forRelationshipNamed: relationship.name) ?? []
    }
  }

  func commit(_ transaction: StoreTransaction) throws -> [UInt32] {
    let gone = transaction.changes.filter { change in
      guard change.kind == .update else { return false }
      return graph.model.index(of: change.id.entityName)
        .flatMap { object(change.id.key, of: graph.model.entities[$0]) } == nil
    }
    if !gone.isEmpty {
      throw StoreConflicts(gone.map { StoreConflicts.Conflict($0.id, current: nil) })
    }
    forgetErased(transaction)
    let environment = parent.environment
    try parent.attempt {
      var writer = TransactionWriter(graph, transaction) { $0.makeObject(environment) }
      try writer.write()
    }
    return transaction.changes.map { $0.kind == .delete ? 0 : 1 }
  }

  /// Forgets the steps of undo if they start from that an object is deleted, and saved so, which is
  /// about to come back.
  private func forgetErased(_ transaction: StoreTransaction) {
    let isComingBack = transaction.changes.contains { change in
      change.kind == .insert && graph.handle(forKey: change.id.key).map(graph.isErased) ?? false
    }
    if isComingBack { graph.removeAllSteps() }
  }

  private func object(_ key: Int64, of entity: EntityDescription) -> ManagedObject? {
    guard let position = graph.model.index(of: entity.name) else { return nil }
    let handle =
      graph.store == nil
      ? graph.handle(forKey: key)
      : graph.handle(forKey: key) ?? graph.handle(forKey: key, entity: position)
    guard let object = handle.flatMap(graph.object), object.isFilled(),
      object.shape.pointee.index == position
    else { return nil }
    return object
  }

  /// The object's present values; versions are those of the parent's own store.
  private func row(_ object: ManagedObject) -> StoreRow {
    _ = object.isFilled()
    let row = object.storeRow
    return StoreRow(row.id, version: 1, values: row.values)
  }
}

extension ManagedObjectContext {
  /// Makes an empty context over this one: it reads its objects with all changes, and its saves go here.
  ///
  /// Only a save of this context, or of the outermost one, reaches a store. What is unique, and what
  /// denies a deletion, is checked against the objects of this context. If it changes a value that the
  /// child changes, too, the child's save wins; an object that it deletes is a conflict for the child.
  /// A child that is never saved is a scratch pad. It keeps this context alive. Core Data: `parent`.
  public func makeChild() -> ManagedObjectContext {
    let environment = environment
    return ManagedObjectContext(
      model: model, store: ParentStore(self), now: environment.now, makeUUID: environment.makeUUID)
  }
}
