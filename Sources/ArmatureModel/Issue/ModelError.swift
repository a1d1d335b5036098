/// An error with all issues in a model, in the order of the entities and properties.
///
/// ```swift
/// do {
///   _ = try ManagedObjectModel("Shop") {
///     Entity("Product") {
///       Attribute("name", String.self).matching("[A-Z")
///       Relationship("shelf", to: "Shelv")
///     }
///   }
/// } catch let error as ModelError {
///   print(error.issues.map(\.code))  // [invalidPattern, unknownDestination]
/// }
/// ```
public struct ModelError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The issues. The array always has at least one element.
  public let issues: [ModelIssue]

  /// Creates an error from issues.
  public init(_ issues: [ModelIssue]) { self.issues = issues }

  /// A line with the number of issues, then a line for each issue.
  public var description: String {
    let count = issues.count == 1 ? "1 issue" : "\(issues.count) issues"
    return "The model has \(count):\n" + issues.map { "  \($0)" }.joined(separator: "\n")
  }
}
