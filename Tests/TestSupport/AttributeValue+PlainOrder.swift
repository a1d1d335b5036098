public import ArmatureModel

/// How conditions compare values, by other means than the library's.
extension AttributeValue {
  /// How the value stands to another one; `nil` where they have no order.
  ///
  /// Texts are compared byte by byte, numbers digit by digit, and truth values as 0 and 1.
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

  /// Whether a comparison of two values holds; absent values equal each other, and have no order.
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
  /// Those that ask how two values stand to each other.
  public static let ofOrder: [Self] = [
    .equal, .notEqual, .less, .lessOrEqual, .greater, .greaterOrEqual,
  ]
}
