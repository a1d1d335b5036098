/// An error with all issues of an archive that cannot be decoded into a context.
///
/// ```swift
/// let data = try JSONEncoder().encode(ObjectArchive([book]))
/// let shop = ManagedObjectContext(model: try ManagedObjectModel("Shop") { Entity("Product") {} })
/// do {
///   _ = try JSONDecoder().decode(ObjectArchive.self, from: data, configuration: shop)
/// } catch let error as ObjectArchiveError {
///   print(error)  // objects[0]: The model has no entity "Book".
/// }
/// ```
public struct ObjectArchiveError: Error, Hashable, CustomStringConvertible {
  /// The issues, each with its place, as in `objects[0]: The model has no entity "Bok". …`.
  public let issues: [String]

  /// A line for each issue.
  public var description: String { issues.joined(separator: "\n") }
}
