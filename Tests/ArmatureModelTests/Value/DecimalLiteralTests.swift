import ArmatureModel
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

private let swift: Decimal = 3.133
private let exact = Decimal(string: "3.133") ?? 0

@Suite struct DecimalLiteralTests {
  private func issues(
    _ price: Attribute<Decimal?>, where condition: ((DynamicQuery) -> FetchPredicate)? = nil
  ) -> [String] {
    do {
      _ = try ManagedObjectModel("Prices") {
        Entity("Book") {
          price
          if let condition { Rule("has a price", condition) }
        }
      }
      return []
    } catch {
      return (error as? ModelError)?.issues.map { "\($0.code): \($0.message)" } ?? ["\(error)"]
    }
  }

  @Test func `a decimal of many digits that Swift reads without an error is no issue`() throws {
    let price = try #require(Decimal(string: "-18500000000626.56"))
    #expect(Decimal(-18500000000626.56) == price)
    #expect(issues(Attribute("price", Decimal?.self), where: { $0.price != price }) == [])
  }

  @Test func `defaults, bounds and lists are exactly what is written`() throws {
    let model = try ManagedObjectModel("Prices") {
      Entity("Book") {
        Attribute("price", Decimal?.self).default(3.133).range(3.133...).oneOf([3.133, 5])
        Attribute("tax", Decimal.self).default(3.133).range(3.133..<7).oneOf([3.133, 5])
      }
    }
    #expect(swift != exact)
    let value = AttributeValue.decimal(exact)
    for attribute in try #require(model["Book"]).attributes {
      let maximum: AttributeValue? = attribute.name == "tax" ? .decimal(7) : nil
      #expect(attribute.defaultValue == .constant(value))
      #expect(
        attribute.rules.map(\.requirement) == [
          .range(minimum: value, maximum: maximum, excludesMaximum: maximum != nil),
          .membership([value, .decimal(5)]),
        ])
    }
  }

  @Test(arguments: [
    "0.1", "3.133", "1.005", "-2.675", "123456789.123", "99999.9999999999", "1e-10",
    "0.000123456789012345", "8.56976873122001e-14",
  ])
  func `a literal of up to 15 digits is exact`(text: String) throws {
    let literal = DecimalLiteral(floatLiteral: try #require(Double(text)))
    let price = Attribute("price", Decimal.self).default(literal)
    let model = try ManagedObjectModel("Prices") { Entity("Book") { price } }
    let value = try #require(Decimal(string: text))
    #expect(model["Book"]?.attributes[0].defaultValue == .constant(.decimal(value)))
  }

  @Test func `constants that Swift rounded are refused`() {
    let remedy = #"Write Decimal(string: "3.133")."#
    let price = Attribute("price", Decimal?.self)
    let read = "but has 3.132999999999999488, as Swift reads the literal 3.133. \(remedy)"
    #expect(
      issues(price.default(swift).range(swift...).oneOf([swift])) == [
        "inexactDecimal: Book.price must have a range bound that is exact, \(read)",
        "inexactDecimal: Book.price must have a list of values that is exact, \(read)",
        "inexactDecimal: Book.price must have a default that is exact, \(read)",
      ])
    #expect(
      issues(price) { $0.price < swift } == [
        "inexactDecimal: Book, rule \"has a price\": the condition has 3.132999999999999488, as Swift"
          + " reads the literal 3.133, where it needs an exact decimal. \(remedy)"
      ])
    #expect(issues(price.default(0.12345678901234567)).count == 1)
  }

  @Test func `constants that are exact are taken, whatever their length`() throws {
    let price = Attribute("price", Decimal?.self)
    for text in [
      "3.1329999999999994881", "0.33333333333333333333333333333333333333", "0.5", "1e20",
    ] {
      let value = try #require(Decimal(string: text))
      #expect(issues(price.default(value).range(value...)) { $0.price != value } == [])
    }
    #expect(issues(price.default(1_152_921_504_606_846_976)) == [])
    #expect(issues(price) { $0.price < 3.133 } == [])
  }
}
