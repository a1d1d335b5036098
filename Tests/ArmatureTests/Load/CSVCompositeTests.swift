import Armature
import Foundation
import Testing

@Suite struct CSVCompositeTests {
  private let context: ManagedObjectContext

  init() throws { context = ManagedObjectContext(model: try .shop()) }

  private var origins: [AttributeValue?] { context.objects(of: "Product").map { $0["origin"] } }

  @Test func `the elements of a composite have columns of their own`() throws {
    #expect(
      try context.loadProducts(
        """
        origin.spot.Lat,sku,origin.codes,origin.town,origin.spot.note
        45.5,ABC,1|2,Rome,a
        ,DEF,,,
        ,GHI,,Oslo,
        """) == [])
    #expect(
      origins == [
        .composite([
          "town": "Rome", "codes": .list([1, 2]),
          "spot": .composite(["latitude": 45.5, "note": "a"]),
        ]), .none, .composite(["town": "Oslo"]),
      ])
  }

  @Test(arguments: [CSVFormat.EmptyCells.absent, .null, .text])
  func `a composite without any text is absent`(emptyCells: CSVFormat.EmptyCells) throws {
    let text = "sku,stock,origin.town,origin.spot.Lat,origin.spot.note\nABC,1,,,\nDEF,1,Rome,1,\n"
    #expect(try context.loadProducts(text, CSVFormat(emptyCells: emptyCells)) == [])
    let spot: [String: AttributeValue] =
      emptyCells == .text ? ["latitude": 1.0, "note": ""] : ["latitude": 1.0]
    #expect(origins == [.none, .composite(["town": "Rome", "spot": .composite(spot)])])
    let update = try context.load(
      .text(
        "sku,origin.town,origin.codes\nDEF,,\n", as: "Product",
        layout: .csv(CSVFormat(emptyCells: emptyCells))), options: LoadOptions(onDuplicate: .update)
    )
    #expect(update.updatedObjects.count == 1)
    #expect((origins[1] == .none) == (emptyCells == .null))
  }

  static let mistakes: [(String, [String])] = [
    (
      "sku,origin.town,origin.codes,origin.spot.Lat\nABC,a town far off,1|x,91\nDEF,,1,x\n",
      [
        "2:5: error: Product.origin.town must have 1 to 10 characters, but has 14. [length.tooLong]",
        "2:20: error: Product.origin.codes[1] must be a whole number, but is \"x\". [type.wrong]",
        "2:24: error: Product.origin.spot.latitude must be from -90 to 90, but is 91. [range.tooLarge]",
        "3:5: error: Product.origin.town must have a value, but has none. [required]",
        "3:8: error: Product.origin.spot.latitude must be a number, but is \"x\". [type.wrong]",
      ]
    ),
    (
      "origin.codes,sku,origin.spot.note\n1,ABC,\n1,DEF,\"a\nb\"\n",
      [
        "2:1: error: Product.origin.town must have a value, but its key is missing. [value.missing]",
        "3:1: error: Product.origin.town must have a value, but its key is missing. [value.missing]",
        "3:7: error: Product.origin.spot.latitude must have a value, but its key \"Lat\" is missing. "
          + "[value.missing]",
      ]
    ),
    (
      "sku,origin.twon,origin,origin.spot.Lat,origin.spot.Lat\nABC,,x,,\n",
      [
        "1:5: error: Product.\"origin.twon\" is not a property of Product. "
          + "Did you mean \"origin.town\"? [key.unknown]",
        "1:40: error: Product.\"origin.spot.Lat\" must occur once, but occurs again. "
          + "[key.duplicate]",
        "2:6: error: Product.origin must be an object with named elements, but is \"x\". [type.wrong]",
      ]
    ),
  ]

  @Test(arguments: mistakes)
  func `each mistake in an element is told at its cell`(text: String, expected: [String]) throws {
    #expect(try context.loadProducts(text) == expected)
    #expect(origins.isEmpty)
  }

  @Test func `a composite that is wrong is left out with its record, or without`() throws {
    let text = "sku,origin.town,origin.codes\nABC,Rome,x\nDEF,Oslo,1\n"
    let result = try context.load(
      .text(text, as: "Product", layout: .csv()), options: LoadOptions(onFailure: .keepValid))
    #expect(result.count == 2 && result.report.errors.count == 1)
    #expect(origins == [.none, .composite(["town": "Oslo", "codes": .list([1])])])
  }

  @Test func `columns with the same key are refused`() throws {
    let model = try ManagedObjectModel("Places") {
      Entity("Place") {
        Attribute("spot", Int?.self).key("at.x")
        Composite("at") { Attribute("x", Int.self) }.optional()
      }
    }
    let report = #expect(throws: ValidationReport.self) {
      try ManagedObjectContext(model: model).csv(of: "Place")
    }
    #expect(
      report.map { "\($0)" }?.contains(
        "Place.at.x must have a column of its own in CSV, but \"at.x\" belongs to another, too.")
        == true)
  }
}
