import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the values lie between that an index is asked for.
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

  /// The values in both ranges, or some more.
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

/// A value as an index compares it.
struct IndexBound: Comparable {
  let word: UInt64
  /// The bytes of a text.
  let bytes: [UInt8]

  /// Fails for a value that is not of the kind.
  init?(_ value: AttributeValue, _ kind: StorageKind) {
    switch (kind, value) {
    case (.int16, .int(let number)), (.int32, .int(let number)), (.int64, .int(let number)):
      self.init(number.sortWord)
    case (.float, .double(let number)), (.double, .double(let number)):
      if number.isNaN { return nil }
      self.init(number.sortWord)
    case (.float, .int(let number)), (.double, .int(let number)):
      guard let number = Double(exactly: number) else { return nil }
      self.init(number.sortWord)
    case (.date, .date(let date)):
      let seconds = date.timeIntervalSinceReferenceDate
      if seconds.isNaN { return nil }
      self.init(seconds.sortWord)
    case (.bool, _):
      guard let truth = value.truth else { return nil }
      self.init(truth ? 1 : 0)
    case (.string, .string(let text)):
      let bytes = Array(text.utf8)
      self.init(bytes.withUnsafeBytes(\.firstWord), bytes)
    default: return nil
    }
  }

  private init(_ word: UInt64, _ bytes: [UInt8] = []) {
    self.word = word
    self.bytes = bytes
  }

  static func < (left: IndexBound, right: IndexBound) -> Bool {
    left.word != right.word
      ? left.word < right.word : left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}
