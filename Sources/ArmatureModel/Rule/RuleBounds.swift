/// The bounds of a range in a rule: `1...`, `...10`, `..<10`, `1...10`, `1..<10`.
struct RuleBounds<Bound: Comparable> {
  /// The lower bound, or `nil`.
  var minimum: Bound?
  /// The upper bound, included or not, or `nil`.
  var maximum: Bound?
  /// Whether the range excludes its upper bound.
  var excludesMaximum = false

  init(_ range: some RangeExpression<Bound>) {
    switch range {
    case let range as ClosedRange<Bound>:
      (minimum, maximum) = (range.lowerBound, range.upperBound)
    case let range as Range<Bound>:
      (minimum, maximum, excludesMaximum) = (range.lowerBound, range.upperBound, true)
    case let range as PartialRangeFrom<Bound>: minimum = range.lowerBound
    case let range as PartialRangeThrough<Bound>: maximum = range.upperBound
    case let range as PartialRangeUpTo<Bound>:
      (maximum, excludesMaximum) = (range.upperBound, true)
    default:
      programmerError(
        "Bounds must be one of Swift's ranges, but are \(type(of: range)).")
    }
  }
}

extension RuleBounds<Int> {
  /// The maximum; for an excluded upper bound, the integer before it.
  var greatest: Int? { maximum.map { excludesMaximum ? $0 - 1 : $0 } }
}
