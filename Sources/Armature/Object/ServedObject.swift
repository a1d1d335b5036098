import ArmatureModel

/// What objects do by means of folders that build on this one: these do it.
protocol ServedObject: AnyObject {
  /// Checks the rules of the model, unless the object is being saved and they have been checked.
  func validateOnRequest() throws
  /// Checks the delete rules, unless the deletion is being saved and they have been checked.
  func validateDeletionOnRequest() throws
  /// The objects of a fetched property.
  func fetchObjects(of property: FetchedPropertyDescription) throws -> [ManagedObject]
}

extension ManagedObject {
  /// The object, to be asked for what other folders do.
  final var asServed: any ServedObject { self }
}
