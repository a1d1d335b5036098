#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Checks the bounds of a range rule.
struct RangeCheck {
  private let type: AttributeType
  private let minimum: AttributeValue?
  private let maximum: AttributeValue?
  private let excludesMaximum: Bool

  init(
    _ type: AttributeType, _ minimum: AttributeValue?, _ maximum: AttributeValue?,
    _ excludesMaximum: Bool
  ) {
    self.type = type
    self.minimum = minimum
    self.maximum = maximum
    self.excludesMaximum = excludesMaximum
  }

  /// - Returns: True if the range can contain values.
  func check(at place: DeclarationPlace, _ findings: inout ModelFindings) -> Bool {
    let family = PredicateKind(type).family
    for bound in [minimum, maximum].compactMap({ $0 }) {
      if PredicateKind(bound).family != family {
        findings.error(
          .invalidBound, at: place,
          " must have range bounds that compare with \(type.inMessage), but has \(bound.inMessage)."
        )
        return false
      }
      if bound.isNotANumber {
        findings.error(
          .invalidBound, at: place,
          " must have range bounds that are numbers, but has \(bound)."
            + " Leave a bound out for no limit.")
        return false
      }
    }
    for bound in [minimum, maximum].compactMap({ $0 }) {
      guard DefaultCheck.checkExactness(of: bound, "a range bound", at: place, &findings) else {
        return false
      }
    }
    guard let reason else { return true }
    findings.error(
      .emptyRange, at: place, " must have a range in which values can lie, but \(reason).")
    return false
  }

  /// The reason why the range cannot contain values, or `nil`.
  private var reason: String? {
    if let minimum, let maximum {
      switch minimum.compare(maximum) {
      case .descending: return "\(minimum) is above \(maximum). Swap the bounds"
      case .same where excludesMaximum:
        return "it starts at \(minimum) and ends before that. Include the upper bound"
      default: break
      }
    }
    guard let bounds = type.integerBounds else { return nil }
    if let minimum, minimum.compare(.int(bounds.upperBound)) == .descending {
      return "\(minimum) is above \(bounds.upperBound), the greatest \(type.swiftName)"
    }
    guard let maximum else { return nil }
    let order = maximum.compare(.int(bounds.lowerBound))
    if order == .ascending || order == .same && excludesMaximum {
      return "\(maximum) is below \(bounds.lowerBound), the least \(type.swiftName)"
    }
    return nil
  }
}
