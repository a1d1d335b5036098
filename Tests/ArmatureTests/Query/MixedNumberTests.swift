import Armature
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

@Suite struct MixedNumberTests {
  private struct Line: EntityType {
    static let schema = Line()
    let pieces = Attribute<Int>()
    let price = Attribute<Decimal>()
    let total = Attribute<Decimal?>()
    let weight = Attribute<Double>().default(0.1)
    let limit = Attribute<Int32?>()
    static var rules: Rules<Line> {
      Rule("the total is what the pieces cost") {
        $0.total == nil || $0.total == $0.price * $0.pieces
      }
      Rule("a price is at least the weight") { $0.price >= $0.weight }
      Rule("there are no more pieces than allowed") { $0.limit == nil || $0.pieces <= $0.limit }
    }
  }

  @Test(
    arguments: [
      (3, "0.1", "0.3", nil, []),
      (3, "0.1", "0.31", nil, ["the total is what the pieces cost"]),
      (3, "0.0999", nil, 3, ["a price is at least the weight"]),
      (4, "0.1", "0.4", 3, ["there are no more pieces than allowed"]),
    ] as [(Int, String, String?, Int32?, [String])])
  func `attributes that are numbers of several types are compared exactly`(
    pieces: Int, price: String, total: String?, limit: Int32?, broken: [String]
  ) throws {
    let context = ManagedObjectContext(model: try ManagedObjectModel("Lines") { Line.self })
    let line = try context.insert(Line.self) {
      $0.pieces = pieces
      $0.price = try #require(Decimal(string: price))
      $0.total = total.flatMap { Decimal(string: $0) }
      $0.limit = limit
    }
    let names = line.validate().map { $0.message.split(separator: "\"").dropFirst().first ?? "" }
    #expect(names == broken.map { $0[...] })
  }
}
