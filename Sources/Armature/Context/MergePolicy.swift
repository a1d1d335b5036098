public import ArmatureModel

/// A policy that determines how a save resolves conflicts with other saves.
///
/// If two contexts change the same object, the context that saves last has a conflict, because the object in the store
/// has changed since the context has read it. By default, its save throws ``MergeConflicts``. If you set another
/// policy, the save resolves the conflict itself. In the following example, the save keeps the change that was made in
/// `context`:
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// context.mergePolicy = .objectTrumps
/// book.pages = 600
/// try context.save()
/// ```
/// To-many relationships never conflict. If both contexts have changed one, the save keeps the additions and removals
/// of both. If one context changes an object and the other one deletes it, most policies delete the object. The
/// description of each policy states the exceptions.
///
/// ## Restoring Deleted Objects
///
/// If another context has deleted an object that you have changed, the policies ``objectTrumps`` and ``overwrite``
/// restore the object with its values and its to-one relationships. The members of its to-many relationships are
/// restored only if your context has read them before, because the store has removed these links together with the
/// object.
///
/// To make sure that nothing is lost, read the to-many relationships before you change the object, for example with
/// ``FetchRequest/prefetching``. Core Data never restores to-many relationships.
///
/// ## Failed Saves
///
/// A save can still fail after it has resolved the conflicts, for example because a value breaks a rule. In this case,
/// your objects already have the values that the policy has taken from the store, as after
/// ``ManagedObjectContext/refresh(_:mergeChanges:file:line:)``. If an object was deleted in the store, the next save
/// decides again whether to restore it.
///
/// ## Duplicate Unique Values
///
/// You may insert an object whose unique value already belongs to a saved object. With the default policy, the save
/// then fails. All other policies merge the new object into the saved one: the values of the new object count as your
/// changes, and the values of the saved object count as changes in the store. The links of the new object are moved to
/// the saved object, and the new object is deleted.
///
/// Core Data: `NSMergePolicy`.
public enum MergePolicy: Sendable {
  /// The save throws ``MergeConflicts``, and nothing is saved.
  case error
  /// If both sides changed a property, the value of the store is kept. If only one side changed a property, its change
  /// is kept.
  case storeTrumps
  /// The context takes precedence. If both contexts have changed the same property, the save keeps the value of the
  /// saving context. If only one of them has changed it, the save keeps that change.
  ///
  /// If the object was deleted in the store, the save restores it.
  case objectTrumps
  /// The object is saved with all values that it has in the context.
  ///
  /// If the object was deleted in the store, it is restored with all its values, and with the links that this context
  /// has read.
  case overwrite
  /// The object gets all values of the store. Your changes to the object are discarded, even if you have deleted it.
  ///
  /// The to-one relationships of other objects that lead to the object stay unchanged, because they are changes of
  /// those objects.
  case rollback
  /// A closure chooses the value of each property that both contexts have changed.
  ///
  /// For a relationship, the closure may return an object that this context has not loaded. If it returns an object
  /// that this context has deleted, the relationship becomes nil.
  case resolve(@Sendable (MergeConflict.Property) -> AttributeValue)
}
