public import Observation

/// Objects can be observed by what reads them, in a context that tracks reads: see
/// `ManagedObjectContext.tracksReads`. What a class computes of properties needs nothing more: whoever
/// reads it has read the properties.
extension ManagedObject: Observable {}

/// A view is observed as its object is: whoever reads a property through one has read that of the object.
extension Managed: Observable {}
