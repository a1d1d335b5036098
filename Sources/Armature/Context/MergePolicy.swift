public import ArmatureModel

/// What a save does with an object that others have changed in the store since the context read it.
///
/// ```swift
/// let other = container.makeContext()
/// try other.fetch("Book")[0].setValue(500, forKey: "pages")
/// try other.save()
/// context.mergePolicy = .objectTrumps
/// book.pages = 600
/// try context.save()
/// ```
/// To-many relationships never conflict: members that came and went here come and go there, too. An
/// object that others have deleted is let go of, and one that is deleted here stays deleted, unless
/// a case says otherwise.
///
/// Where an object comes back that others have deleted, its values do, and its to-one relationships. So does each
/// member of a to-many relationship that this context has read, be it in the list or by the member's own
/// relationship back. What the context had not read before the deletion was saved is lost: the store has
/// cleared these links with the deletion, and has no earlier state to ask. A context that must be able to bring
/// objects back whole reads their to-many relationships first, such as by ``FetchRequest/prefetching``.
/// Core Data, whose snapshots have no to-many relationships, restores none of them.
///
/// A save that fails after all, at a rule or at the store, leaves what objects have taken over of others, as
/// ``ManagedObjectContext/refresh(_:mergeChanges:file:line:)`` does; that an object was to stay deleted, or to come
/// back, counts for that save alone: the next one meets the conflict again.
///
/// Every case but ``error`` also merges an object that is inserted here into one that others have saved with
/// the same unique values: what was set here has changed here, in the store has changed what has a value.
/// The members of its to-many relationships and all that leads to it go to the saved object, and the
/// inserted one is deleted. Core Data: `NSMergePolicy`.
public enum MergePolicy: Sendable {
  /// The save throws ``MergeConflicts``, and nothing is saved.
  case error
  /// What both changed is as in the store; what only one side changed stays.
  case storeTrumps
  /// What both changed is as in the context; what only one side changed stays.
  ///
  /// An object that others have deleted comes back with all its values, and with the links that this context has
  /// read: see ``MergePolicy``.
  case objectTrumps
  /// The object is saved as it is in the context, with all its values.
  ///
  /// An object that others have deleted comes back with all its values, and with the links that this context has
  /// read: see ``MergePolicy``.
  case overwrite
  /// The object is as in the store, and all its changes are dropped, its deletion as well.
  ///
  /// Where to-one relationships of other objects lead to it, that is a change of theirs, and stays.
  case rollback
  /// A closure decides for each property that both changed.
  ///
  /// An object that it decides for may be one that others have saved, and that this context has not heard
  /// of; one that is deleted here stands for none.
  case resolve(@Sendable (MergeConflict.Property) -> AttributeValue)
}
