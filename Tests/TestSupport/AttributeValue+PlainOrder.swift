public import ArmatureModel

/// Compares values like conditions do, but independently of the library.
extension AttributeValue {
  /// Returns the order of two values; `nil` if they are not comparable.
  ///
  /// Texts are compared byte by byte, numbers digit by digit, and Booleans as 0 and 1.
  public func plainOrder(to other: AttributeValue) -> ValueOrder? {
    guard case (.string(let mine), .string(let theirs)) = (self, other) else {
      return asNumber.exactOrder(to: other.asNumber)
    }
    if mine.utf8.elementsEqual(theirs.utf8) { return .same }
    return mine.utf8.lexicographicallyPrecedes(theirs.utf8) ? .ascending : .descending
  }

  private var asNumber: AttributeValue {
    if case .bool(let holds) = self { .int(holds ? 1 : 0) } else { self }
  }

  /// Returns whether a comparison of two values is true. Missing values are equal and have no order.
  public func plainlyHolds(
    _ comparison: FetchPredicate.Comparison, _ other: AttributeValue
  ) -> Bool {
    let order = isNull || other.isNull ? nil : plainOrder(to: other)
    let isSame = order == .same || self == other
    return switch comparison {
    case .equal: isSame
    case .notEqual: !isSame
    case .less: order == .ascending
    case .lessOrEqual: order == .ascending || order == .same
    case .greater: order == .descending
    default: order == .descending || order == .same
    }
  }
}

extension FetchPredicate.Comparison {
  /// The comparisons of order and equality.
  public static let ofOrder: [Self] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
}
