public import ArmatureModel

/// The changes to the objects of a context since the last call of ``ManagedObjectContext/processPendingChanges()``.
///
/// Use this value to update other parts of your app, such as a view, when objects change:
///
/// ```swift
/// context.tracksPendingChanges = true
/// book.pages = 500
/// try context.delete(work)
/// let changes = context.processPendingChanges()
/// print(changes.updated[book.objectID] ?? [])  // ["pages"]
/// print(changes.deleted == [work.objectID])  // true
/// ```
/// The value contains only the net effect of the changes. For example, if you insert an object and then delete it, the
/// object is not listed. If you change a property and then restore its old value, the change is not listed either.
///
/// You can send this value to other tasks.
///
/// Core Data: the user info of `NSManagedObjectContextObjectsDidChange`.
public struct ObjectChanges: Hashable, Sendable {
  /// The inserted and restored objects, in the order of their first change.
  public let inserted: [ManagedObjectID]
  /// The updated objects, with the names of their changed properties.
  public let updated: [ManagedObjectID: Set<String>]
  /// The deleted and removed objects, in the order of their first change.
  public let deleted: [ManagedObjectID]
  /// The objects that got values saved by another context, and the objects that became faults.
  public let refreshed: [ManagedObjectID]
  /// A Boolean value that indicates whether the context was reset.
  ///
  /// A reset removes all objects from the context. They are not listed as deleted.
  public let isReset: Bool

  /// A Boolean value that indicates whether nothing has changed.
  public var isEmpty: Bool {
    inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && !isReset
  }

  init(_ changes: GraphChanges, _ graph: ObjectGraph) {
    inserted = changes.inserted.compactMap(graph.id(of:))
    deleted = changes.deleted.compactMap(graph.id(of:))
    refreshed = changes.refreshed.compactMap(graph.id(of:))
    isReset = changes.isReset
    var updated: [ManagedObjectID: Set<String>] = [:]
    for (handle, positions) in changes.updated {
      guard let object = graph.slots.anyObject(handle) else { continue }
      let properties = object.runtime.properties
      updated[object.objectID] = Set(positions.map { properties[$0].name })
    }
    self.updated = updated
  }
}

extension ObjectChanges {
  /// Returns the combined effect of several changes.
  @Sendable static func joined(_ changes: ArraySlice<ObjectChanges>) -> ObjectChanges? {
    let start = changes.lastIndex(where: \.isReset) ?? changes.startIndex
    return ObjectChanges(joining: changes[start...])
  }

  /// - Parameter changes: The changes to combine. Only the first of them may be a reset.
  private init(joining changes: ArraySlice<ObjectChanges>) {
    var inserted = OrderedIDs()
    var (deleted, refreshed) = (OrderedIDs(), OrderedIDs())
    var updated: [ManagedObjectID: Set<String>] = [:]
    for change in changes {
      for id in change.inserted {
        // One that is there again may have other values.
        if deleted.remove(id) { refreshed.add(id) } else { inserted.add(id) }
      }
      for (id, names) in change.updated where !inserted.contains(id) {
        updated[id, default: []].formUnion(names)
      }
      for id in change.refreshed where !inserted.contains(id) { refreshed.add(id) }
      for id in change.deleted {
        updated[id] = nil
        refreshed.remove(id)
        if !inserted.remove(id) { deleted.add(id) }
      }
    }
    (self.inserted, self.updated, self.deleted) = (inserted.all, updated, deleted.all)
    self.refreshed = refreshed.all
    isReset = changes.first?.isReset ?? false
  }
}

/// IDs in the order in which they were added.
private struct OrderedIDs {
  private var places: [ManagedObjectID: Int] = [:]
  private var count = 0

  var all: [ManagedObjectID] { places.sorted { $0.value < $1.value }.map(\.key) }

  func contains(_ id: ManagedObjectID) -> Bool { places[id] != nil }

  mutating func add(_ id: ManagedObjectID) {
    if places[id] != nil { return }
    places[id] = count
    count += 1
  }

  /// - Returns: Whether it was there.
  @discardableResult mutating func remove(_ id: ManagedObjectID) -> Bool {
    places.removeValue(forKey: id) != nil
  }
}
