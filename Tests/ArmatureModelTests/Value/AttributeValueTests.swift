import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct AttributeValueTests {
  @Test func `decimals and data that differ late have hashes that differ`() throws {
    let base = try #require(Decimal(string: "10000000000000000000000000000000000000"))
    let decimals = (0..<1_000).map { AttributeValue.decimal(base + Decimal($0)) }
    #expect(Set(decimals.map(\.hashValue)).count > 990)
    let data = (0..<1_000).map { number in
      AttributeValue.data(
        Data(repeating: 0, count: 200) + withUnsafeBytes(of: number) { Data($0) })
    }
    #expect(Set(data.map(\.hashValue)).count > 990)
  }

  @Test func `equal values have equal hashes`() throws {
    let tenths = Decimal(sign: .plus, exponent: -1, significand: 10)
    let huge = Decimal(sign: .plus, exponent: 36, significand: 10)
    let pairs: [(AttributeValue, AttributeValue)] = [
      (.decimal(1), .decimal(tenths)),
      (.decimal(try #require(Decimal(string: "1e37"))), .decimal(huge)),
      (
        .decimal(try #require(Decimal(string: "123456789012345678901234567890"))),
        .decimal(
          Decimal(
            sign: .plus, exponent: -3,
            significand: try #require(Decimal(string: "123456789012345678901234567890000"))))
      ),
      (.decimal(0), .decimal(Decimal(sign: .plus, exponent: 5, significand: 0))),
      (.decimal(.nan), .decimal(.nan)), (.double(.nan), .double(-.nan)),
      (.double(0), .double(-0.0)),
      (.date(day(.nan)), .date(day(.nan))), (.date(day(0)), .date(day(-0.0))),
      (
        .zonedDate(ZonedDate(date: day(.nan), timeZoneIdentifier: "GMT")),
        .zonedDate(ZonedDate(date: day(.nan), timeZoneIdentifier: "GMT"))
      ),
    ]
    for (left, right) in pairs {
      #expect(left == right && left.hashValue == right.hashValue)
    }
  }

  @Test func `a composite of thousands of levels has a short text`() {
    let deep = (0..<3_000).reduce(AttributeValue.int(1)) { value, _ in .composite(["e": value]) }
    #expect(
      deep.description
        == String(repeating: "{e: ", count: 3) + "{…}" + String(repeating: "}", count: 3))
  }

  private func day(_ seconds: Double) -> Date { Date(timeIntervalSinceReferenceDate: seconds) }
}
