/// An error in a condition, or in the conversion of a Foundation predicate.
///
/// ```swift
/// do {
///   _ = try FetchPredicate("pagse > 100").holds(for: book)
/// } catch let error as FetchPredicateError {
///   print(error.issues)
/// }
/// ```
public struct FetchPredicateError: Error, Hashable, CustomStringConvertible {
  /// The name of the condition's entity.
  public let entity: String
  /// A Boolean value that indicates whether the condition is nested more than 200 levels deep. If so, the rest of the
  /// condition is not checked.
  public let isTooDeep: Bool
  /// The issues of the condition, in one or two sentences each.
  ///
  /// An issue is a part that does not match the entity, or that conditions do not support. The issues are in the order
  /// of the condition.
  public let issues: [String]
  /// The names of the variables without a value. The names do not contain the `$`.
  public let unbound: [String]

  init(
    entity: String, isTooDeep: Bool = false, issues: [String] = [], unbound: [String] = []
  ) {
    self.entity = entity
    self.isTooDeep = isTooDeep
    self.issues = issues
    self.unbound = unbound
  }

  var isError: Bool { isTooDeep || !issues.isEmpty || !unbound.isEmpty }

  /// A line for each issue.
  public var description: String { lines.joined(separator: "\n") }

  var lines: [String] {
    (isTooDeep ? ["A condition must be nested at most 200 deep, but is deeper."] : []) + issues
      + unbound.map { name in
        "The condition must have a value for $\(name), but has none. Give it one with binding(_:)."
      }
  }
}
