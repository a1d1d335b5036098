#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ValidationRule {
  /// Whether a present value satisfies the rule, as far as one value can tell.
  ///
  /// Rules over several properties, counts and uniqueness pass. A closure that is not there fails.
  ///
  /// - Throws: What a closure throws.
  package func judge(_ value: AttributeValue) throws -> Bool {
    switch requirement {
    case .required: return !value.isNull
    case .length(let minimum, let maximum):
      guard let length = value.length else { return true }
      return length >= minimum ?? 0 && length <= maximum ?? .max
    case .range(let minimum, let maximum, let excludesMaximum):
      return value.isWithin(minimum, maximum, excludesMaximum: excludesMaximum)
    case .pattern(let source):
      guard case .string(let text) = value, let pattern = try? TextPattern(source) else {
        return true
      }
      return pattern.matches(text)
    case .membership(let values): return values.contains(value)
    case .custom:
      switch check {
      case .value(let check): return try check(value)
      case .object: return true
      case nil: return false
      }
    case .unique, .count, .predicate: return true
    }
  }
}

extension AttributeValue {
  /// The number of characters of text, or of bytes of data; `nil` for what has no length.
  package var length: Int? {
    switch self {
    case .string(let text): text.count
    case .data(let data): data.count
    default: nil
    }
  }

  fileprivate func isWithin(
    _ minimum: AttributeValue?, _ maximum: AttributeValue?, excludesMaximum: Bool
  ) -> Bool {
    if let minimum {
      guard let order = compare(minimum), order != .ascending else { return false }
    }
    if let maximum {
      guard let order = compare(maximum), order != .descending else { return false }
      if excludesMaximum && order == .same { return false }
    }
    // Without bounds there is nothing for NaN to fail at, but it lies in no range.
    return compare(self) != nil
  }
}
