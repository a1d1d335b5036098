import Armature

/// The lengths allowed by all length rules of an attribute.
struct LengthRange {
  private(set) var minimum = 0
  private(set) var maximum: Int?

  init(_ rules: [ValidationRule]) {
    for rule in rules {
      guard case .length(let low, let high) = rule.requirement else { continue }
      minimum = max(minimum, low ?? 0)
      if let high { maximum = min(maximum ?? high, high) }
    }
  }

  /// Returns a length: usually a common one, sometimes a bound or a long one.
  func length(usual: Int, long: Int, _ random: inout SplitMix64) -> Int {
    let limit = max(minimum, maximum ?? Int.max)
    switch random.below(16) {
    case 0: return minimum
    case 1: return min(limit, max(minimum, maximum ?? long, 0), max(minimum, 2_000))
    default: return minimum + random.below(min(limit - minimum, usual) + 1)
    }
  }
}
