import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sum of numbers, which does not depend on their order.
///
/// Integers are added in 128 bits, so that only the whole counts and not what it is on the way; other
/// numbers, which are rounded, from the least on.
struct NumberSum {
  /// `nil` for more than that.
  private var integers: Int128? = 0
  private var doubles: [Double] = []
  private var decimals: [AttributeValue] = []

  /// Fails where a value is no number, and for NaN and the infinities.
  init?(_ values: [Weighted<AttributeValue>]) {
    let isDecimal = values.contains { if case .decimal = $0.element { true } else { false } }
    for value in values {
      switch value.element {
      case .int(let number) where !isDecimal: add(number, value.ways)
      case .double(let number) where !isDecimal: doubles.append(number * Double(value.ways))
      case .int, .double, .decimal: decimals.append(value.asDecimal)
      default: return nil
      }
    }
    guard doubles.allSatisfy(\.isFinite), !decimals.contains(.null) else { return nil }
    doubles.sort()
    decimals.sort { $0.compare($1) == .ascending }
  }

  private mutating func add(_ number: Int64, _ ways: Int) {
    // A product of two numbers of 64 bits has room.
    let sum = integers?.addingReportingOverflow(Int128(number) * Int128(ways))
    integers = sum.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  /// The sum: an integer, a decimal, or a floating-point number; no value beyond their range.
  var total: AttributeValue {
    if !decimals.isEmpty { return decimalTotal }
    if doubles.isEmpty {
      return integers.flatMap(Int64.init(exactly:)).map(AttributeValue.int) ?? .null
    }
    let sum = doubleTotal(scaledBy: 1)
    if sum.isFinite { return .double(sum) }
    // What is beyond the range on the way need not be so in the end.
    let whole = doubleTotal(scaledBy: Self.scale) / Self.scale
    return whole.isFinite ? .double(whole) : .null
  }

  /// The mean of so many numbers: a decimal or a floating-point number.
  func mean(count: Int) -> AttributeValue {
    if !decimals.isEmpty {
      return FetchExpression.Arithmetic.divide.apply(decimalTotal, .int(Int64(count)))
    }
    let sum = doubleTotal(scaledBy: 1)
    let mean =
      sum.isFinite
      ? sum / Double(count) : doubleTotal(scaledBy: Self.scale) / Double(count) / Self.scale
    return mean.isFinite ? .double(mean) : .null
  }

  /// So small that no sum of floating-point numbers, made smaller by it, is beyond the range.
  private static let scale = 0x1p-64

  private func doubleTotal(scaledBy scale: Double) -> Double {
    guard let integers else { return .nan }
    return doubles.reduce(Double(integers) * scale) { $0 + $1 * scale }
  }

  private var decimalTotal: AttributeValue {
    decimals.reduce(.decimal(0), FetchExpression.Arithmetic.add.apply)
  }
}

extension Weighted<AttributeValue> {
  /// The value as often as there are ways to it, as a decimal; `null` if there is no such decimal.
  fileprivate var asDecimal: AttributeValue {
    let decimal = FetchExpression.Arithmetic.add.apply(element, .decimal(0))
    return ways == 1
      ? decimal : FetchExpression.Arithmetic.multiply.apply(decimal, .int(Int64(ways)))
  }
}
