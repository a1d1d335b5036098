public import ArmatureModel

/// The way a save resolves conflicts with objects that others have changed since the context read them.
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// context.mergePolicy = .objectTrumps
/// book.pages = 600
/// try context.save()
/// ```
/// To-many relationships never conflict: the save adds and removes the same members in the store. By default, an
/// object that others have deleted is removed, and an object deleted here stays deleted.
///
/// If a case restores an object that others have deleted, its values and to-one relationships return. So does each
/// member of a to-many relationship that this context has read, through the list or through the member's inverse.
/// Links that the context had not read are lost, because the deletion has cleared them in the store. To restore
/// objects completely, read their to-many relationships beforehand, for example with ``FetchRequest/prefetching``.
/// Core Data restores no to-many relationships, because its snapshots contain none.
///
/// If the save fails later because of a rule or the store, objects keep the values taken over from others. This is
/// the same as after ``ManagedObjectContext/refresh(_:mergeChanges:file:line:)``. The decision to restore an object
/// or to keep it deleted applies to that save alone; the next save meets the conflict again.
///
/// Every case except ``error`` also merges an object inserted here into a saved object with the same unique values.
/// Values set here count as changed here, and values that exist in the store as changed there. The members of the
/// inserted object's to-many relationships, and all links to it, move to the saved object. The inserted object is
/// deleted. Core Data: `NSMergePolicy`.
public enum MergePolicy: Sendable {
  /// The save throws ``MergeConflicts``, and nothing is saved.
  case error
  /// Conflicting properties take the store's value. Changes of one side only are kept.
  case storeTrumps
  /// Conflicting properties take the context's value. Changes of one side only are kept.
  ///
  /// An object that others have deleted is restored with all its values, and with the links that this context has
  /// read: see ``MergePolicy``.
  case objectTrumps
  /// The object is saved with all its values in the context.
  ///
  /// An object that others have deleted is restored with all its values, and with the links that this context has
  /// read: see ``MergePolicy``.
  case overwrite
  /// The object takes all values of the store. Its changes are dropped, including its deletion.
  ///
  /// To-one relationships of other objects that lead to it are changes of those objects, and stay.
  case rollback
  /// A closure decides on each property that both sides changed.
  ///
  /// The closure may pick an object that others have saved and this context has never seen. If it picks an object
  /// deleted here, the link becomes nil.
  case resolve(@Sendable (MergeConflict.Property) -> AttributeValue)
}
