import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sum of numbers, which does not depend on their order.
///
/// Integers are added in 128 bits, so that only the whole sum must be in range and not the sums on the
/// way; floating-point numbers exactly; decimals, which are rounded, from the least on.
struct NumberSum {
  /// The sum of the integers; `nil` if it is beyond 128 bits.
  private var integers: Int128? = 0
  private var doubles: ExactSum?
  private var decimals: [Weighted<AttributeValue>] = []
  /// Whether there is NaN, an infinity, or a value that is no number.
  private var isBeyond = false
  /// The numbers that are no decimals: with any decimal, all are added as decimals.
  private var others: [Weighted<AttributeValue>]?

  /// - Parameter mayHaveDecimals: Whether some number may be a decimal.
  init(mayHaveDecimals: Bool) { others = mayHaveDecimals ? [] : nil }

  mutating func add(_ value: AttributeValue, _ ways: Int) {
    switch value {
    case .int(let number):
      add(number, ways)
      others?.append(Weighted(element: value, ways: ways))
    case .double(let number):
      add(number, ways)
      others?.append(Weighted(element: value, ways: ways))
    case .decimal: decimals.append(Weighted(element: value, ways: ways))
    default: isBeyond = true
    }
  }

  @inline(__always) mutating func add(_ number: Int64, _ ways: Int = 1) {
    // A product of two numbers of 64 bits has room.
    let added = ways == 1 ? Int128(number) : Int128(number) * Int128(ways)
    let sum = integers?.addingReportingOverflow(added)
    integers = sum.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  mutating func add(_ number: Double, _ ways: Int = 1) {
    guard number.isFinite else { return isBeyond = true }
    if doubles == nil { doubles = ExactSum() }
    doubles?.add(number, times: ways)
  }

  /// The sum: an integer, a decimal, or a floating-point number; no value beyond their range.
  var total: AttributeValue {
    if isBeyond { return .null }
    if !decimals.isEmpty { return decimalTotal }
    guard var sum = doubles else {
      return integers.flatMap(Int64.init(exactly:)).map(AttributeValue.int) ?? .null
    }
    guard let integers else { return .null }
    sum.add(integers)
    let total = sum.value()
    return total.isFinite ? .double(total) : .null
  }

  /// The mean of so many numbers: a decimal or a floating-point number.
  func mean(count: Int) -> AttributeValue {
    if isBeyond { return .null }
    if !decimals.isEmpty {
      return FetchExpression.Arithmetic.divide.apply(decimalTotal, .int(Int64(count)))
    }
    guard let integers else { return .null }
    var sum = doubles ?? ExactSum()
    sum.add(integers)
    let total = sum.value()
    if total.isFinite { return .double(total / Double(count)) }
    // Scaled down so far that no sum is beyond the range.
    let mean = sum.value(scaledByPowerOfTwo: -64) / Double(count) * 0x1p64
    return mean.isFinite ? .double(mean) : .null
  }

  private var decimalTotal: AttributeValue {
    let all = (decimals + (others ?? [])).map(\.asDecimal)
    if all.contains(.null) { return .null }
    return all.sorted { $0.compare($1) == .ascending }
      .reduce(.decimal(0), FetchExpression.Arithmetic.add.apply)
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
