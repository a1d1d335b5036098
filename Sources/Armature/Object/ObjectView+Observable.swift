public import Observation

/// Objects are observable in a context that tracks reads; see `ManagedObjectContext.tracksReads`. Computed properties
/// of a class need no extra work, because they read the observed properties.
extension ManagedObject: Observable {}

/// Observing a view observes its object, because a read through the view is a read of the object.
extension Managed: Observable {}
