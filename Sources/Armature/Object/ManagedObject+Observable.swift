public import Observation

/// Objects can be observed by what reads them, in a context that tracks reads: see
/// `ManagedObjectContext.tracksReads`. What a class computes of properties needs nothing more: whoever
/// reads it has read the properties.
extension ManagedObject: Observable {}
