public import ArmatureModel

/// A policy that determines how a save resolves conflicts.
///
/// A conflict occurs if another save has changed an object since the context read it. The default policy, ``error``,
/// throws ``MergeConflicts``.
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// context.mergePolicy = .objectTrumps
/// book.pages = 600
/// try context.save()
/// ```
/// To-many relationships never conflict. The save adds the members that the context has added, and removes the members
/// that the context has removed. Unless a case says otherwise, a deletion by either side takes precedence over a
/// change.
///
/// ## Restoring Deleted Objects
///
/// The cases ``objectTrumps`` and ``overwrite`` restore an object that was deleted in the store. They restore its
/// values, its to-one relationships, and the members of its to-many relationships that this context has read. Members
/// that the context has not read are lost, because the deletion has already cleared their links in the store. To
/// restore objects completely, read their to-many relationships in advance, for example with
/// ``FetchRequest/prefetching``. Core Data never restores to-many relationships.
///
/// ## Failed Saves
///
/// After the conflicts are resolved, the save can still fail because of a rule or the store. In this case, the objects
/// keep the values that the policy took from the store, as after
/// ``ManagedObjectContext/refresh(_:mergeChanges:file:line:)``. The decision to restore an object or to keep it deleted
/// is not kept. The next save decides again.
///
/// ## Duplicate Unique Values
///
/// If this context has inserted an object with the same unique values as a saved object, every case except ``error``
/// merges the inserted object into the saved one. The values of the inserted object count as changes of the context,
/// and the values of the saved object count as changes in the store. The members of the inserted object's to-many
/// relationships, and all links to the inserted object, move to the saved object. The inserted object is then deleted.
///
/// Core Data: `NSMergePolicy`.
public enum MergePolicy: Sendable {
  /// The save throws ``MergeConflicts``, and nothing is saved.
  case error
  /// If both sides changed a property, the value of the store is kept. If only one side changed a property, its change
  /// is kept.
  case storeTrumps
  /// If both sides changed a property, the value of the context is kept. If only one side changed a property, its
  /// change is kept.
  ///
  /// If the object was deleted in the store, it is restored with all its values, and with the links that this context
  /// has read.
  case objectTrumps
  /// The object is saved with all values that it has in the context.
  ///
  /// If the object was deleted in the store, it is restored with all its values, and with the links that this context
  /// has read.
  case overwrite
  /// The object gets all values of the store. Its changes in the context are discarded, including its deletion.
  ///
  /// The to-one relationships of other objects that lead to the object stay unchanged, because they are changes of
  /// those objects.
  case rollback
  /// A closure decides on each property that both sides changed.
  ///
  /// For a relationship, the closure may return an object that this context has not loaded. If it returns an object
  /// that this context has deleted, the relationship becomes nil.
  case resolve(@Sendable (MergeConflict.Property) -> AttributeValue)
}
