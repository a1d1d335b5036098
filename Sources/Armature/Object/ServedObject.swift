import ArmatureModel

/// What an object is asked for that folders above this one do: validation and fetches.
protocol ServedObject: AnyObject {
  /// Checks the rules of the model, unless the object is being saved and they have been checked.
  func validateOnRequest() throws
  /// Checks the delete rules, unless the deletion is being saved and they have been checked.
  func validateDeletionOnRequest() throws
  /// The objects of a fetched property.
  func fetchObjects(of property: FetchedPropertyDescription) throws -> [ManagedObject]
  /// The value that a derived attribute has as objects are now; `nil` for any other attribute.
  func derivedValue(of attribute: AttributeDescription) -> AttributeValue?
}
