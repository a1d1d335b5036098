import ArmatureModel

/// A comparison of a path from the object itself with a constant, or with each constant of a list.
struct IndexedCondition {
  let names: [String]
  let comparison: FetchPredicate.Comparison
  let constants: [AttributeValue]
  let quantifier: FetchPredicate.Quantifier

  init?(_ predicate: FetchPredicate) {
    guard
      case .comparison(.keyPath(let path), let comparison, let right, let options, let quantifier) =
        predicate, path.level == 0, options.isEmpty, quantifier == .one || quantifier == .any
    else { return nil }
    names = path.names
    self.comparison = comparison
    self.quantifier = quantifier
    switch right {
    case .constant(.objects(let ids)) where comparison == .in:
      constants = ids.map { .object($0) }
    case .constant(let constant) where comparison != .in: constants = [constant]
    case .list(let parts) where comparison == .in:
      constants = parts.compactMap { if case .constant(let value) = $0 { value } else { nil } }
      if constants.count < parts.count { return nil }
    default: return nil
    }
  }

  /// The IDs of the objects that the condition allows; `nil` for any other condition.
  var ids: [ManagedObjectID]? {
    guard comparison == .equal || comparison == .in || comparison == .contains else { return nil }
    let ids = constants.compactMap { if case .object(let id) = $0 { id } else { nil } }
    return ids.count == constants.count ? ids : nil
  }

  /// The values that the condition allows; `nil` for any other condition, or if a value is null.
  var values: [AttributeValue]? {
    guard comparison == .equal || comparison == .in, !constants.contains(where: \.isNull) else {
      return nil
    }
    return comparison == .in ? Array(Set(constants)) : constants
  }

  /// Returns the ranges of an index that the condition allows.
  func ranges(_ kind: StorageKind) -> [IndexRange]? {
    let comparison = comparison == .in ? FetchPredicate.Comparison.equal : comparison
    let ranges = constants.compactMap { IndexRange(comparison, $0, kind) }
    return ranges.count == constants.count ? ranges : nil
  }
}

extension FetchPredicate {
  /// The conditions that must all hold.
  var conjuncts: [FetchPredicate] {
    switch self {
    case .and(let parts): parts.flatMap(\.conjuncts)
    default: bounds ?? [self]
    }
  }
}
