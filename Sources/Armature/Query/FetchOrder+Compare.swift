import ArmatureModel

extension FetchOrder {
  /// How two values stand to each other in the order; absent ones come before all others, or behind.
  func compare(_ left: AttributeValue, _ right: AttributeValue) -> ValueOrder {
    let order = key(left).sortOrder(to: key(right))
    return isAscending ? order : order.reversed
  }

  /// The value as the options see it.
  func key(_ value: AttributeValue) -> AttributeValue {
    guard !options.isEmpty, case .string(let text) = value else { return value }
    return .string(text.folded(options))
  }
}
