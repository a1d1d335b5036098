import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The bounds of the values that an index is asked for.
struct IndexRange {
  /// The values of the first properties of an index over several; the bounds are those of the next one.
  var prefix: [IndexBound] = []
  var lower: IndexBound?
  var includesLower = true
  var upper: IndexBound?
  var includesUpper = true
  /// Whether the upper bound stands for everything that begins with it.
  var isPrefix = false
  /// Whether there must be no value.
  var isAbsent = false

  /// The values that stand in a relation to a constant; `nil` where an index cannot tell.
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

  /// The one value that there is between the bounds.
  var value: IndexBound? {
    guard let lower, let upper, !isPrefix, includesLower, includesUpper, !(lower < upper),
      !(upper < lower)
    else { return nil }
    return lower
  }

  /// A range that has at least the values that are in both.
  func intersection(_ other: IndexRange) -> IndexRange {
    // A prefix is both bounds at once, and so is what is absent.
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
