/// One thing that a store does otherwise than it must.
///
/// ```swift
/// let findings = await StoreConformance { InMemoryStore() }.findings([.commits, .conflicts])
/// for finding in findings { print(finding.action, finding.expected, finding.found) }
/// ```
public struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
  /// The part of the suite that found it.
  public let check: StoreCheck
  /// What demands it.
  public let rule: StoreRule
  /// What was done.
  public let action: String
  /// What must be.
  public let expected: String
  /// What is.
  public let found: String

  /// What was done, what must be and what is, and the sentence that demands it.
  public var description: String {
    """
    \(check.rawValue): \(action)
      must be: \(expected)
      is: \(found)
      since: "\(rule.rawValue)"
    """
  }
}
