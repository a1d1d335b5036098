/// A property whose objects are found by a predicate.
public struct FetchedProperty: Sendable {
  package let description: FetchedPropertyDescription

  /// Declares a fetched property; `$0` in the body is an object of the destination.
  public init(
    _ name: String, of destination: String, file: String = #fileID, line: Int = #line,
    where predicate: (DynamicQuery) -> FetchPredicate
  ) {
    description = FetchedPropertyDescription(
      name, of: destination, where: predicate(DynamicQuery()),
      site: DeclarationSite(file: file, line: line))
  }
}
