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
      switch order.compare(values[index], other.values[index]) {
      case .same: continue
      case let found: return found == .ascending
      }
    }
    return key < other.key
  }

  /// Whether an object belongs exactly where another does.
  func isSame(as other: ResultKey, _ orders: [FetchOrder]) -> Bool {
    key == other.key
      && orders.indices.allSatisfy {
        orders[$0].compare(values[$0], other.values[$0]) == .same
      }
  }
}
