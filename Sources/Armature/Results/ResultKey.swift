import ArmatureModel

/// The sort key of an object in a list: the values that it is sorted by, and the key of its ID.
struct ResultKey {
  let values: [AttributeValue]
  /// Objects with equal values are in the order of insertion.
  let key: Int64

  /// The value of the section, for a list with sections.
  var section: AttributeValue { values.first ?? .null }

  /// Returns whether an object belongs before another.
  func isBefore(_ other: ResultKey, _ orders: [FetchOrder]) -> Bool {
    for (index, order) in orders.enumerated() {
      switch order.compare(values[index], other.values[index]) {
      case .same: continue
      case let found: return found == .ascending
      }
    }
    return key < other.key
  }

  /// Returns whether an object belongs exactly at the position of another.
  func isSame(as other: ResultKey, _ orders: [FetchOrder]) -> Bool {
    key == other.key
      && orders.indices.allSatisfy {
        orders[$0].compare(values[$0], other.values[$0]) == .same
      }
  }
}
