@testable import ArmatureModel
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Numbers of all types have a common order.
@Suite struct ValueOrderTests {
  @Test(arguments: HardValues.numbers)
  func `two numbers stand to each other as what they count as does`(value: AttributeValue) {
    for other in HardValues.numbers {
      #expect(value.compare(other) == value.exactOrder(to: other), "\(value) to \(other)")
    }
  }

  @Test func `the table has numbers that only an exact comparison tells apart`() throws {
    let whole = AttributeValue.int(1 << 60)
    let decimal = AttributeValue.decimal(try #require(Decimal(string: "1152921504606846976")))
    #expect(whole.compare(.double(0x1p60)) == .same && whole.compare(decimal) == .same)
    #expect(decimal.compare(.double(0x1p60)) == .same)
    #expect(AttributeValue.double(1e-200).compare(.decimal(-3)) == .descending)
    #expect(AttributeValue.double(0.1).compare(.decimal(Decimal(1) / 10)) == .same)
    #expect(AttributeValue.double(.nan).compare(.decimal(.nan)) == nil)
  }

  @Test func `the order of numbers is one order`() {
    let sorted = HardValues.numbers.filter { $0.compare($0) != nil }
      .sorted { $0.compare($1) == .ascending }
    #expect(sorted.count > 80)
    for (index, value) in sorted.enumerated() {
      for other in sorted[index...] { #expect(value.compare(other) != .descending) }
    }
  }

  @Test func `floating-point numbers keep their order as what they print as`() {
    var random = SplitMix64(seed: 60)
    for _ in 0..<2_000 {
      let number = Double(bitPattern: random.next())
      guard let mine = DecimalDigits(number), let next = DecimalDigits(number.nextUp) else {
        continue
      }
      #expect(mine.order(to: next) == .ascending, "\(number)")
    }
  }

  @Test(arguments: HardValues.doubles)
  func `what a floating-point number becomes as a decimal equals it`(value: AttributeValue) throws {
    guard let decimal = value.converted(to: .decimal) else { return }
    #expect(decimal.compare(value) == .same, "\(value) became \(decimal)")
    let sum = FetchExpression.Arithmetic.add.apply(value, .decimal(0))
    #expect(sum.compare(value) == .same, "\(value) and nothing is \(sum)")
  }
}
