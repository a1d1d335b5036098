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

  var isError: Bool { isTooDeep || !issues.isEmpty || !unbound.isEmpty }

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
