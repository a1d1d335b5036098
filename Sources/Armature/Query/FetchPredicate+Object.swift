public import ArmatureModel

extension FetchPredicate {
  /// Whether an object satisfies the condition.
  ///
  /// ```swift
  /// let isLong = try FetchPredicate.comparison(.keyPath(["pages"]), .greater, 100).holds(for: book)
  /// ```
  /// The object need not be in a context. Without one, the ID of another object in the condition can
  /// be compared, but its properties have no value.
  ///
  /// - Throws: ``FetchPredicateError`` if the condition does not suit the object's entity, or has a
  ///   variable without a value: give it one with `binding(_:)`.
  /// - Complexity: O(*n*) in the size of the condition, which is checked first and whose patterns are
  ///   compiled, and in the number of objects that it reads.
  public func holds(for object: ManagedObject) throws -> Bool {
    let runtime = object.runtime
    let issues =
      isTooDeep
      ? [] : issues(entity: runtime.entity, lookup: runtime.siblings.entity(named:)).map(\.message)
    let error = FetchPredicateError(
      entity: runtime.entity.name, isTooDeep: isTooDeep, issues: issues,
      unbound: isTooDeep ? [] : variables)
    if error.isError { throw error }
    return PredicateEvaluator(object: object, patterns: CompiledPatterns(self)).holds(self)
  }
}

/// What keeps a condition from being evaluated.
public struct FetchPredicateError: Error, Hashable, CustomStringConvertible {
  /// The name of the entity that the condition is about.
  public let entity: String
  /// Whether the condition is nested more than 200 deep; then nothing else is checked.
  public let isTooDeep: Bool
  /// What cannot work with the entity, a sentence or two each, in the order of reading.
  public let issues: [String]
  /// The variables without a value, without the `$`.
  public let unbound: [String]

  fileprivate var isError: Bool { isTooDeep || !issues.isEmpty || !unbound.isEmpty }

  /// A line for each mistake.
  public var description: String {
    var lines = isTooDeep ? ["A condition must be nested at most 200 deep, but is deeper."] : []
    lines += issues
    lines += unbound.map { name in
      "The condition must have a value for $\(name), but has none. Give it one with binding(_:)."
    }
    return lines.joined(separator: "\n")
  }
}
