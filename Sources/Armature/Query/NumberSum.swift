import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sum of numbers, independent of their order.
///
/// Integers are added in 128 bits, so that only the total must be in range. Floating-point numbers and decimals are
/// added exactly, and rounded at the end.
struct NumberSum {
  /// The sum of the integers; `nil` beyond 128 bits.
  private var integers: Int128? = 0
  private var doubles: ExactSum?
  private var decimals: ExactDecimalSum?
  /// True if a value is NaN, infinite or not a number.
  private var isBeyond = false
  /// The numbers of other types: if any decimal occurs, all are added as decimals.
  private var others: [Weighted<AttributeValue>]?

  /// - Parameter mayHaveDecimals: True if a number may be a decimal.
  init(mayHaveDecimals: Bool) { others = mayHaveDecimals ? [] : nil }

  /// The sum of integers.
  init(of integers: Int128) {
    self.init(mayHaveDecimals: false)
    self.integers = integers
  }

  mutating func add(_ value: AttributeValue, _ ways: Int) {
    switch value {
    case .int(let number):
      add(number, ways)
      others?.append(Weighted(element: value, ways: ways))
    case .double(let number):
      add(number, ways)
      others?.append(Weighted(element: value, ways: ways))
    case .decimal(let number):
      if number.isNaN { return isBeyond = true }
      if decimals == nil { decimals = ExactDecimalSum() }
      decimals?.add(number, times: ways)
    default: isBeyond = true
    }
  }

  @inline(__always) mutating func add(_ number: Int64, _ ways: Int = 1) {
    // The product of two 64-bit numbers fits.
    let added = ways == 1 ? Int128(number) : Int128(number) * Int128(ways)
    let sum = integers?.addingReportingOverflow(added)
    integers = sum.flatMap { $0.overflow ? nil : $0.partialValue }
  }

  mutating func add(_ number: Double, _ ways: Int = 1) {
    guard number.isFinite else { return isBeyond = true }
    if doubles == nil { doubles = ExactSum() }
    doubles?.add(number, times: ways)
  }

  /// The sum: an integer, a decimal or a floating-point number; null if out of range.
  var total: AttributeValue {
    if isBeyond { return .null }
    if let decimals { return total(with: decimals) }
    guard var sum = doubles else {
      return integers.flatMap(Int64.init(exactly:)).map(AttributeValue.int) ?? .null
    }
    guard let integers else { return .null }
    sum.add(integers)
    let total = sum.value()
    return total.isFinite ? .double(total) : .null
  }

  /// Returns the average: a decimal or a floating-point number.
  func mean(count: Int) -> AttributeValue {
    if isBeyond { return .null }
    if let decimals {
      return FetchExpression.Arithmetic.divide.apply(total(with: decimals), .int(Int64(count)))
    }
    guard let integers else { return .null }
    var sum = doubles ?? ExactSum()
    sum.add(integers)
    let total = sum.value()
    if total.isFinite { return .double(total / Double(count)) }
    // Scaled down, so that no sum is out of range.
    let mean = sum.value(scaledByPowerOfTwo: -64) / Double(count) * 0x1p64
    return mean.isFinite ? .double(mean) : .null
  }

  /// Returns the sum of the decimals and of all other numbers, as decimals.
  private func total(with decimals: ExactDecimalSum) -> AttributeValue {
    var sum = decimals
    for other in others ?? [] {
      let number = FetchExpression.Arithmetic.add.apply(other.element, .decimal(0))
      guard case .decimal(let number) = number else { return .null }
      sum.add(number, times: other.ways)
    }
    return sum.value.map(AttributeValue.decimal) ?? .null
  }
}
