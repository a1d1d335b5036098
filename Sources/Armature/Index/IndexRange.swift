import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bounds of a search in an index.
struct IndexRange {
  /// The values of the first properties of an index over several properties. The bounds apply to the next property.
  var prefix: [IndexBound] = []
  var lower: IndexBound?
  var includesLower = true
  var upper: IndexBound?
  var includesUpper = true
  /// Whether the upper bound includes everything that begins with it.
  var isPrefix = false
  /// Whether the value must be missing.
  var isAbsent = false

  /// Creates the range of values that satisfy a comparison with a constant. Returns `nil` if an index cannot answer the
  /// comparison.
  init?(
    _ comparison: FetchPredicate.Comparison, _ constant: AttributeValue, _ kind: StorageKind
  ) {
    if constant.isNull {
      guard comparison == .equal else { return nil }
      isAbsent = true
      return
    }
    guard let bound = IndexBound(constant, kind) else { return nil }
    switch comparison {
    case .equal: (lower, upper) = (bound, bound)
    case _ where kind == .bool: return nil
    case .less, .lessOrEqual:
      upper = bound
      includesUpper = comparison == .lessOrEqual
    case .greater, .greaterOrEqual:
      lower = bound
      includesLower = comparison == .greaterOrEqual
    case .beginsWith where kind == .string:
      (lower, upper) = (bound, bound)
      isPrefix = true
    default: return nil
    }
  }

  /// The only value between the bounds; otherwise `nil`.
  var value: IndexBound? {
    guard let lower, let upper, !isPrefix, includesLower, includesUpper, !(lower < upper),
      !(upper < lower)
    else { return nil }
    return lower
  }

  /// Returns a range that contains at least the values in both.
  func intersection(_ other: IndexRange) -> IndexRange {
    // A prefix, or a missing value, is both bounds at once.
    if isPrefix || isAbsent { return self }
    if other.isPrefix || other.isAbsent { return other }
    var range = self
    if let bound = other.lower, range.lower.map({ $0 < bound }) ?? true {
      (range.lower, range.includesLower) = (bound, other.includesLower)
    }
    if let bound = other.upper, range.upper.map({ bound < $0 }) ?? true {
      (range.upper, range.includesUpper) = (bound, other.includesUpper)
    }
    return range
  }
}
