import ArmatureModel

/// The services for objects that higher folders implement: validation and fetches.
protocol ObjectServices: AnyObject {
  /// Checks the rules of the model, unless a save has already checked them.
  func validateOnRequest() throws
  /// Checks the delete rules, unless a save has already checked them.
  func validateDeletionOnRequest() throws
  /// Returns the objects of a fetched property.
  func fetchObjects(of property: FetchedPropertyDescription) throws -> [ManagedObject]
  /// Returns the present value of a derived attribute; `nil` for any other attribute.
  func derivedValue(of attribute: AttributeDescription) -> AttributeValue?
}
