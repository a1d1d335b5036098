public import ArmatureModel

/// A policy that determines how a save resolves conflicts with other saves.
///
/// Two contexts can change the same object at the same time. The context that saves last has a conflict, because the
/// object in the store has changed since the context read it. By default, its save throws ``MergeConflicts``. With
/// another policy, the save resolves the conflict itself. In the following example, the change of `context` is kept:
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// context.mergePolicy = .objectTrumps
/// book.pages = 600
/// try context.save()
/// ```
/// Only attributes and to-one relationships can have conflicts. If both contexts have changed a to-many relationship,
/// the save keeps the additions and removals of both. If one context changes an object and the other one
/// deletes it, the object is deleted, unless the case says otherwise.
///
/// ## Restoring Deleted Objects
///
/// If another context has deleted an object that you have changed, the policies ``objectTrumps`` and ``overwrite``
/// restore the object. It gets back its values and its to-one relationships. It also gets back the members of its
/// to-many relationships, but only if this context has read them, because the deletion has cleared these links in the
/// store.
///
/// If you need complete objects, read their to-many relationships before you change them, for example with
/// ``FetchRequest/prefetching``. Core Data never restores to-many relationships.
///
/// ## Failed Saves
///
/// A save can still fail after it has resolved the conflicts, for example because a value breaks a rule. In this case,
/// your objects keep the values that the policy has taken from the store, as after
/// ``ManagedObjectContext/refresh(_:mergeChanges:file:line:)``. The next save decides again whether a deleted object is
/// restored.
///
/// ## Duplicate Unique Values
///
/// If you insert an object with a unique value that a saved object already has, the default policy makes the save fail.
/// All other policies merge the new object into the saved one. They treat the values of the new object as changes of
/// your context, and the values of the saved object as changes in the store. The saved object also gets the links of
/// the new object, which is then deleted.
///
/// Core Data: `NSMergePolicy`.
public enum MergePolicy: Sendable {
  /// The save throws ``MergeConflicts``, and nothing is saved.
  case error
  /// If both sides changed a property, the value of the store is kept. If only one side changed a property, its change
  /// is kept.
  case storeTrumps
  /// The context takes precedence. If both sides have changed the same property, the save keeps the value of the
  /// context. If only one side has changed it, the save keeps that change.
  ///
  /// If the object was deleted in the store, the save restores it.
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
