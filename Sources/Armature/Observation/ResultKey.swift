import ArmatureModel

/// Where an object belongs in a list: the values that it is sorted by, and the key of its ID.
struct ResultKey {
  let values: [AttributeValue]
  /// Objects that agree in all values stand in the order of their insertion.
  let key: Int64

  /// The value of the section, for a list that has sections.
  var section: AttributeValue { values.first ?? .null }

  /// Whether an object belongs before another.
  func isBefore(_ other: ResultKey, _ orders: [FetchOrder]) -> Bool {
    for (index, order) in orders.enumerated() {
      switch Self.order(values[index], other.values[index]) {
      case .same: continue
      case let found: return (found == .ascending) == order.isAscending
      }
    }
    return key < other.key
  }

  /// Whether an object belongs exactly where another does.
  func isSame(as other: ResultKey) -> Bool {
    key == other.key && zip(values, other.values).allSatisfy { Self.order($0, $1) == .same }
  }

  /// The order of two values, as a fetch sorts them.
  static func order(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    if left.isNull || right.isNull {
      return left.isNull == right.isNull ? .same : left.isNull ? .ascending : .descending
    }
    return left.sortOrder(to: right)
  }
}
