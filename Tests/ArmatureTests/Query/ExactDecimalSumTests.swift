import ArmatureModel
import Foundation
import TestSupport
import Testing

@testable import Armature

@Suite struct ExactDecimalSumTests {
  private static func sum(_ texts: some Sequence<String>) throws -> Decimal? {
    var sum = ExactDecimalSum()
    for text in texts { sum.add(try DecimalText.parse(text)) }
    return sum.value
  }

  @Test(
    arguments: [
      ([], "0"), (["0.1", "0.2"], "0.3"), (["1e40", "1", "-1e40"], "1"),
      (["1e100", "0.1", "-1e100"], "0.1"), (["-1e127", "1e-128", "1e127"], "1e-128"),
      (
        [
          "12345678901234567890123456789012345678", "0.5",
          "-12345678901234567890123456789012345678",
        ], "0.5"
      ),
      (["-5", "3"], "-2"), (["999999999", "1"], "1000000000"), (["-1", "1"], "0"),
      (
        ["99999999999999999999999999999999999999", "0.6"], "100000000000000000000000000000000000000"
      ),
      (
        ["10000000000000000000000000000000000001", "0.05", "0.05"],
        "10000000000000000000000000000000000001.1"
      ),
      (
        ["300000000000000000000000000000000000000", "1"], "300000000000000000000000000000000000001"
      ),
      (["34e126", "34e126"], "68e126"),
    ])
  func `a sum is rounded once, in the end`(texts: [String], expected: String) throws {
    let value = try DecimalText.parse(expected)
    #expect(try Self.sum(texts) == value)
    #expect(try Self.sum(texts.reversed()) == value)
  }

  @Test func `a sum beyond the range has no value`() throws {
    #expect(try Self.sum(["340282366920938463463374607431768211455e127", "1e127"]) == nil)
  }

  @Test(arguments: 0..<30)
  func `a sum of whole numbers, moved by any power, is what integers say`(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let exponent = random.below(200) - 120
    var (exact, sum) = (Int128(0), ExactDecimalSum())
    for _ in 0..<random.below(200) {
      let number = Int64(random.below(1 << 50)) - 1 << 49
      let times = random.oneIn(4) ? random.below(1 << 40) : 1
      exact += Int128(number) * Int128(times)
      sum.add(try DecimalText.parse("\(number)e\(exponent)"), times: times)
    }
    #expect(sum.value == (try DecimalText.parse("\(exact)e\(exponent)")))
  }

  @Test func `sums and means of decimals count the result alone, whatever else is added`() throws {
    let model = try ManagedObjectModel("Money") {
      Entity("Sale") {
        Attribute("price", Decimal.self)
        Attribute("pieces", Int.self).default(0)
      }
    }
    let context = ManagedObjectContext(model: model)
    for price in ["1e40", "1", "-1e40", "2"] {
      let sale = try context.insert("Sale")
      sale.price = try DecimalText.parse(price)
    }
    let row = try context.fetch(
      FetchRowRequest("Sale", [.sum("price", as: "sum"), .average("price", as: "mean")]))[0]
    #expect(row["sum"] == .decimal(3) && row["mean"] == .decimal(Decimal(string: "0.75") ?? 0))
  }
}
