import ArmatureModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The sum of numbers, which does not depend on their order.
///
/// Integers are added in 128 bits, so that only the whole sum must be in range and not the sums on the
/// way; floating-point numbers and decimals exactly, and rounded in the end.
struct NumberSum {
  /// The sum of the integers; `nil` if it is beyond 128 bits.
  private var integers: Int128? = 0
  private var doubles: ExactSum?
  private var decimals: ExactDecimalSum?
  /// Whether there is NaN, an infinity, or a value that is no number.
  private var isBeyond = false
  /// The numbers that are no decimals: with any decimal, all are added as decimals.
  private var others: [Weighted<AttributeValue>]?

  /// - Parameter mayHaveDecimals: Whether some number may be a decimal.
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
    if let decimals { return total(with: decimals) }
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
    if let decimals {
      return FetchExpression.Arithmetic.divide.apply(total(with: decimals), .int(Int64(count)))
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

  /// The sum of the decimals and of all other numbers, as decimals.
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
