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
  /// A Boolean value that indicates whether the condition is nested more than 200 levels deep. If so, nothing else is
  /// checked.
  public let isTooDeep: Bool
  /// The parts that do not fit the entity or that conditions do not support: one or two sentences each, in the order
  /// of reading.
  public let issues: [String]
  /// The variables without a value, without the `$`.
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
