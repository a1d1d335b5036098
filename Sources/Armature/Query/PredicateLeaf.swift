import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One comparison of a compiled predicate, as plain data.
struct PredicateLeaf {
  enum Operation {
    case integer16, integer32, integer64, single, number, truth, text, member, object, isAbsent
    /// Tests whether the destination of a to-one relationship, or the object itself, is in a set.
    case objectMember, selfMember
    /// A comparison of two terms, and a loop over members.
    case terms, loop
    /// A walk of the tree.
    case tree
  }

  var operation: Operation
  var comparison: FetchPredicate.Comparison
  /// The place of the value in the object itself.
  var place = RowPlace.none
  /// The position of the path to another object with the value; -1 without a path.
  var way = -1
  /// The bits of a number, or a key.
  var constant: UInt64 = 0
  /// The position of the tree, the text test, the set of values, the left term or the loop.
  var reference = 0
  /// The position of the right term.
  var otherReference = 0
  var next = (whenTrue: 0, whenFalse: 0)

  /// A set that a value is looked up in.
  struct Members {
    let values: Set<AttributeValue>
    let hasAbsent: Bool
  }

  /// The part of a leaf that is not plain data.
  enum Part {
    case text(TextTest)
    case members(Members)
    case object(ManagedObjectID)
  }

  init(_ operation: Operation, _ comparison: FetchPredicate.Comparison = .equal) {
    self.operation = operation
    self.comparison = comparison
  }
}

extension PredicateLeaf {
  /// Returns a leaf that compares a value of a kind; `nil` if the comparison needs a walk of the tree.
  static func comparing(
    _ kind: StorageKind, _ comparison: FetchPredicate.Comparison, _ right: FetchExpression,
    _ options: FetchPredicate.Options
  ) -> (leaf: PredicateLeaf, part: Part?)? {
    switch right {
    case .constant(let constant):
      return comparing(kind, comparison, constant, options)
    case .list(let parts) where comparison == .in && options.isEmpty:
      guard let members = Members(parts, kind) else { return nil }
      return (PredicateLeaf(kind == .object ? .objectMember : .member), .members(members))
    default: return nil
    }
  }

  private static func comparing(
    _ kind: StorageKind, _ comparison: FetchPredicate.Comparison, _ constant: AttributeValue,
    _ options: FetchPredicate.Options
  ) -> (leaf: PredicateLeaf, part: Part?)? {
    let isEquality = comparison == .equal || comparison == .notEqual
    func number(_ operation: Operation, _ value: Double) -> (PredicateLeaf, Part?)? {
      if value.isNaN || !comparison.isRelation { return nil }
      var leaf = PredicateLeaf(operation, comparison)
      leaf.constant = value.bitPattern
      return (leaf, nil)
    }
    switch (kind, constant) {
    case (.object, .null) where isEquality: return (PredicateLeaf(.object, comparison), nil)
    case (.object, .object(let id)) where isEquality:
      return (PredicateLeaf(.object, comparison), .object(id))
    case (.objects, _): return nil
    case (_, .null) where isEquality: return (PredicateLeaf(.isAbsent, comparison), nil)
    case (.int16, .int(let value)), (.int32, .int(let value)), (.int64, .int(let value)):
      guard comparison.isRelation else { return nil }
      var leaf = PredicateLeaf(
        kind == .int16 ? .integer16 : kind == .int32 ? .integer32 : .integer64, comparison)
      leaf.constant = UInt64(bitPattern: value)
      return (leaf, nil)
    case (.float, .double(let value)): return number(.single, value)
    case (.double, .double(let value)): return number(.number, value)
    case (.float, .int(let value)), (.double, .int(let value)):
      guard let value = Double(exactly: value) else { return nil }
      return number(kind == .float ? .single : .number, value)
    case (.date, .date(let value)): return number(.number, value.timeIntervalSinceReferenceDate)
    case (.bool, _) where isEquality:
      guard let value = constant.truth else { return nil }
      var leaf = PredicateLeaf(.truth, comparison)
      leaf.constant = value ? 1 : 0
      return (leaf, nil)
    case (.string, .string(let text)):
      return TextTest(comparison, text, options).map {
        (PredicateLeaf(.text, comparison), .text($0))
      }
    default: return nil
    }
  }
}

extension PredicateLeaf {
  /// Returns a leaf that looks up the object itself in a set; `nil` for any other comparison.
  static func comparingSelf(
    _ comparison: FetchPredicate.Comparison, _ right: FetchExpression
  ) -> (leaf: PredicateLeaf, part: Part?)? {
    let members: Members? =
      switch right {
      case .constant(.object) where comparison == .equal: Members([right], .object)
      case .list(let parts) where comparison == .in: Members(parts, .object)
      default: nil
      }
    return members.map { (PredicateLeaf(.selfMember), .members($0)) }
  }
}

extension PredicateLeaf.Members {
  /// Fails unless equality between a value of the kind and each part means equal content.
  fileprivate init?(_ parts: [FetchExpression], _ kind: StorageKind) {
    var values: Set<AttributeValue> = []
    var hasAbsent = false
    for part in parts {
      guard case .constant(let value) = part else { return nil }
      switch (kind, value) {
      case (_, .null): hasAbsent = true
      case (.int16, .int), (.int32, .int), (.int64, .int), (.float, .int), (.double, .int),
        (.string, .string), (.uuid, .uuid), (.object, .object):
        values.insert(value)
      case (.int16, .double(let number)), (.int32, .double(let number)),
        (.int64, .double(let number)), (.float, .double(let number)),
        (.double, .double(let number)):
        if number.isNaN { return nil }
        values.insert(value.contentKey)
      case (.date, .date(let date)):
        if date.timeIntervalSinceReferenceDate.isNaN { return nil }
        values.insert(value)
      default: return nil
      }
    }
    switch kind {
    case .int16, .int32, .int64, .float, .double, .date, .string, .uuid, .object: break
    default: return nil
    }
    self.values = values
    self.hasAbsent = hasAbsent
  }

  /// Returns whether the set contains a value.
  func contains(_ value: AttributeValue) -> Bool { values.contains(value.contentKey) }
}

extension AttributeValue {
  /// A value that is the same for equal numbers, regardless of their type.
  fileprivate var contentKey: AttributeValue {
    if case .double(let number) = self, let whole = Int64(exactly: number) {
      .int(whole)
    } else {
      self
    }
  }
}

extension FetchPredicate.Comparison {
  /// True if it compares two values by equality or order.
  var isRelation: Bool {
    switch self {
    case .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual: true
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .search: false
    }
  }

  @inline(__always) func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .equal: left == right
    case .notEqual: left != right
    case .less: left < right
    case .lessOrEqual: left <= right
    case .greater: left > right
    case .greaterOrEqual: left >= right
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .search: false
    }
  }
}

extension FetchPredicate {
  /// The two comparisons of a test between two bounds; `nil` for any other condition.
  var bounds: [FetchPredicate]? {
    guard case .comparison(let left, .between, .list(let bounds), let options, .one) = self,
      bounds.count == 2
    else { return nil }
    return [
      .comparison(left, .greaterOrEqual, bounds[0], options: options),
      .comparison(left, .lessOrEqual, bounds[1], options: options),
    ]
  }
}
