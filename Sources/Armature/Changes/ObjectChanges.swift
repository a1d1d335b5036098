public import ArmatureModel

/// The changes of a context's objects since changes were last processed.
///
/// ```swift
/// context.notesChanges = true
/// book.pages = 500
/// try context.delete(work)
/// let changes = context.processPendingChanges()
/// print(changes.updated[book.objectID] ?? [])  // ["pages"]
/// print(changes.deleted == [work.objectID])  // true
/// ```
/// Only the net effect counts: an object that was inserted and deleted is in none of the lists, and neither is an
/// object that has its former values again. The changes are a value that can be sent to other tasks. Core Data: the
/// user info of `NSManagedObjectContextObjectsDidChange`.
public struct ObjectChanges: Hashable, Sendable {
  /// The inserted and restored objects, in the order of their first change.
  public let inserted: [ManagedObjectID]
  /// The updated objects, with the names of their changed properties.
  public let updated: [ManagedObjectID: Set<String>]
  /// The deleted and removed objects, in the order of their first change.
  public let deleted: [ManagedObjectID]
  /// The objects that took over values saved by others, or became faults.
  public let refreshed: [ManagedObjectID]
  /// A Boolean value that indicates whether the context was reset. Its former objects are gone and not listed.
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
      guard let object = graph.slots.pointee.anyObject(handle) else { continue }
      let properties = object.runtime.properties
      updated[object.objectID] = Set(positions.map { properties[$0].name })
    }
    self.updated = updated
  }
}
