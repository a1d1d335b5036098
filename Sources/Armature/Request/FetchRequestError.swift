import ArmatureModel

/// An error that lists all issues that prevent a request from being executed.
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
  /// The name of the entity that the request fetches.
  public let entity: String
  /// The issues with the entity, the condition, the orders and the page, in one or two sentences each.
  public let issues: [String]

  /// One line for each issue. Each line starts with the name of the entity.
  public var description: String {
    issues.map { "Fetching \(entity.quotedForMessage): \($0)" }.joined(separator: "\n")
  }
}
