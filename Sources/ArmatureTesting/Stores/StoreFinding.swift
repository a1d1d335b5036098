/// A violation of a rule for stores.
///
/// ```swift
/// let findings = await StoreConformance { InMemoryStore() }.findings([.commits, .conflicts])
/// for finding in findings { print(finding.action, finding.expected, finding.found) }
/// ```
public struct StoreFinding: Hashable, Sendable, CustomStringConvertible {
  /// The part of the suite that found the violation.
  public let check: StoreCheck
  /// The violated rule.
  public let rule: StoreRule
  /// The action, in words.
  public let action: String
  /// The expected result.
  public let expected: String
  /// The actual result.
  public let found: String

  /// The action, the expected and the actual result, and the sentence of the rule.
  public var description: String {
    """
    \(check.rawValue): \(action)
      expected: \(expected)
      found: \(found)
      rule: "\(rule.rawValue)"
    """
  }
}
