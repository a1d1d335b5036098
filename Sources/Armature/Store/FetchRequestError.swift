import ArmatureModel

/// Everything that keeps a request from being answered.
///
/// ```swift
/// let request = FetchRequest("Book", orderedBy: [.ascending("titel")]) { $0.pagse > 100 }
/// do {
///   _ = try context.fetch(request)
/// } catch let error as FetchRequestError {
///   print(error.issues.count)  // 2
///   print(error)
/// }
/// ```
public struct FetchRequestError: Error, Hashable, CustomStringConvertible {
  /// The name of the entity that the request is about.
  public let entity: String
  /// The mistakes, a sentence or two each: the entity, the condition, the orders, the page.
  public let issues: [String]

  /// A line for each mistake, behind the entity.
  public var description: String {
    issues.map { "Fetching \(entity.quotedForMessage): \($0)" }.joined(separator: "\n")
  }
}
