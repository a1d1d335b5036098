#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension FetchExpression.Arithmetic {
  /// The result for two values; ``AttributeValue/null`` unless both are numbers and there is one.
  ///
  /// Integers stay integers. With a decimal number the other number becomes decimal, by its
  /// shortest spelling if it is a floating-point number; otherwise both become floating-point.
  package func apply(_ left: AttributeValue, _ right: AttributeValue) -> AttributeValue {
    switch (left, right) {
    case (.int(let a), .int(let b)):
      let (result, overflow) = apply(a, b)
      return overflow ? .null : .int(result)
    case (.double, .double), (.double, .int), (.int, .double):
      guard let a = left.asDouble, let b = right.asDouble else { return .null }
      let result = apply(a, b)
      return result.isFinite ? .double(result) : .null
    case (.decimal, .decimal), (.decimal, .int), (.int, .decimal), (.decimal, .double),
      (.double, .decimal):
      guard let a = left.asDecimal, let b = right.asDecimal, let result = apply(a, b) else {
        return .null
      }
      return .decimal(result)
    default: return .null
    }
  }

  private func apply(_ a: Int64, _ b: Int64) -> (Int64, Bool) {
    let result =
      switch self {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      // Division by zero counts as overflow, too.
      case .divide: a.dividedReportingOverflow(by: b)
      }
    return (result.partialValue, result.overflow)
  }

  private func apply(_ a: Double, _ b: Double) -> Double {
    switch self {
    case .add: a + b
    case .subtract: a - b
    case .multiply: a * b
    case .divide: a / b
    }
  }

  private func apply(_ a: Decimal, _ b: Decimal) -> Decimal? {
    if self == .divide, b == 0 { return nil }
    let result =
      switch self {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      }
    return result.isNaN ? nil : result
  }
}

extension AttributeValue {
  fileprivate var asDouble: Double? {
    switch self {
    case .int(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }

  fileprivate var asDecimal: Decimal? {
    switch self {
    case .int(let value): Decimal(value)
    case .decimal(let value): value.isNaN ? nil : value
    // Through its text: converting 0.1 by its bits yields 0.1000000000000000055….
    case .double(let value):
      value.isFinite && value.magnitude <= 1e125 ? Decimal(string: value.description) : nil
    default: nil
    }
  }
}
