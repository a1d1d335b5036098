import Armature

/// The bounds from all range rules of an attribute.
struct ValueRange {
  private(set) var minimum: AttributeValue?
  private(set) var maximum: AttributeValue?
  private(set) var excludesMaximum = false

  init(_ rules: [ValidationRule]) {
    for rule in rules {
      guard case .range(let low, let high, let excludes) = rule.requirement else { continue }
      if let low, minimum.map({ low.compare($0) == .descending }) ?? true { minimum = low }
      guard let high else { continue }
      let order = maximum.map { high.compare($0) } ?? .ascending
      if order == .ascending || order == .same && excludes {
        maximum = high
        excludesMaximum = excludes
      }
    }
  }

  /// Returns the bounds as numbers: seconds for dates, and days for calendar dates.
  func numbers(_ number: (AttributeValue) -> Double?) -> (low: Double?, high: Double?) {
    (minimum.flatMap(number), maximum.flatMap(number))
  }
}
