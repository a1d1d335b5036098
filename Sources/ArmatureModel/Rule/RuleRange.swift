/// A range as rules take it: `1...`, `...10`, `..<10`, `1...10`, `1..<10`.
public protocol RuleRange<Bound> {
  /// What lies in the range.
  associatedtype Bound
  /// The least value; `nil` for no limit.
  var minimum: Bound? { get }
  /// The greatest value; `nil` for no limit.
  var maximum: Bound? { get }
  /// Whether the greatest value itself lies outside.
  var excludesMaximum: Bool { get }
}

extension ClosedRange: RuleRange {
  /// The lower bound.
  public var minimum: Bound? { lowerBound }
  /// The upper bound.
  public var maximum: Bound? { upperBound }
  /// The upper bound lies within.
  public var excludesMaximum: Bool { false }
}

extension Range: RuleRange {
  /// The lower bound.
  public var minimum: Bound? { lowerBound }
  /// The upper bound.
  public var maximum: Bound? { upperBound }
  /// The upper bound lies outside.
  public var excludesMaximum: Bool { true }
}

extension PartialRangeFrom: RuleRange {
  /// The lower bound.
  public var minimum: Bound? { lowerBound }
  /// No limit.
  public var maximum: Bound? { nil }
  /// There is no upper bound.
  public var excludesMaximum: Bool { false }
}

extension PartialRangeThrough: RuleRange {
  /// No limit.
  public var minimum: Bound? { nil }
  /// The upper bound.
  public var maximum: Bound? { upperBound }
  /// The upper bound lies within.
  public var excludesMaximum: Bool { false }
}

extension PartialRangeUpTo: RuleRange {
  /// No limit.
  public var minimum: Bound? { nil }
  /// The upper bound.
  public var maximum: Bound? { upperBound }
  /// The upper bound lies outside.
  public var excludesMaximum: Bool { true }
}
