import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchOrder {
  /// The value as the options see it.
  func key(_ value: AttributeValue) -> AttributeValue {
    guard !options.isEmpty, case .string(let text) = value else { return value }
    return .string(text.folded(options))
  }

  /// How two keys stand to each other in the order; absent ones come before all others, or behind.
  func compare(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    let order = compareRising(left, right)
    return isAscending ? order : order.reversed
  }

  /// How two keys stand to each other, whatever the direction.
  func compareRising(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    guard let comparator, case .string(let left) = left, case .string(let right) = right else {
      return left.sortOrder(to: right)
    }
    // Whatever the comparator says: a text is always like itself.
    if left.utf8.elementsEqual(right.utf8) { return .same }
    return switch comparator.compare(left, right) {
    case .orderedAscending: .ascending
    case .orderedSame: .same
    case .orderedDescending: .descending
    }
  }
}
