import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchOrder {
  /// Returns the value with the options applied.
  func key(_ value: AttributeValue) -> AttributeValue {
    guard !options.isEmpty, case .string(let text) = value else { return value }
    return .string(text.folded(options))
  }

  /// Compares two keys in this order; missing keys come first, or last in a descending order.
  func compare(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    let order = compareRising(left, right)
    return isAscending ? order : order.reversed
  }

  /// Compares two keys, regardless of the direction.
  func compareRising(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    guard let comparator, case .string(let left) = left, case .string(let right) = right else {
      return left.sortOrder(to: right)
    }
    // Equal strings are always the same, even if the comparator says otherwise.
    if left.utf8.elementsEqual(right.utf8) { return .same }
    return switch comparator.compare(left, right) {
    case .orderedAscending: .ascending
    case .orderedSame: .same
    case .orderedDescending: .descending
    }
  }
}
