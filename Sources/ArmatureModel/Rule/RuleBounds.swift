/// The bounds of a range as rules take it: `1...`, `...10`, `..<10`, `1...10`, `1..<10`.
struct RuleBounds<Bound: Comparable> {
  /// The least value; `nil` for no limit.
  var minimum: Bound?
  /// The greatest value, or what lies behind it; `nil` for no limit.
  var maximum: Bound?
  /// Whether the greatest value itself lies outside.
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
  /// The greatest value: where it is excluded, the integer before it.
  var greatest: Int? { maximum.map { excludesMaximum ? $0 - 1 : $0 } }
}
