import Armature
import TestSupport
import Testing

@testable import ArmatureInspector

@Suite struct InspectorPageTests {
  private static func shop() throws -> ManagedObjectModel {
    try ManagedObjectModel("Shop") {
      Entity("Maker") {
        Attribute("name", String.self).identifying()
        Relationship("products", to: "Product", .toMany, inverse: "maker")
      }
      Entity("Product") {
        Attribute("sku", String.self).identifying()
        Attribute("stock", Int.self).default(0).range(0...)
        Relationship("maker", to: "Maker", inverse: "products").required()
      }
    }
  }

  @Test func `objects stand by columns, links as numbers, and failures at their objects`() throws {
    let model = try Self.shop()
    let context = ManagedObjectContext(model: model)
    let maker = try context.insert("Maker")
    maker.name = "Anna"
    for (sku, stock) in [("a", 1), ("b", -1)] {
      let product = try context.insert("Product")
      product.sku = sku
      product.stock = stock
      product.maker = maker
    }
    let text = try #require(
      InspectorPage(model, objectsOf: context, report: context.validate()).objects)
    #expect(
      text.contains(#"{"entity":"Maker","count":1,"columns":[{"name":"name","values":["Anna"]}"#))
    #expect(text.contains(#"{"name":"sku","values":["a","b"]},{"name":"stock","values":[1,-1]}"#))
    #expect(text.contains(#"{"name":"maker","values":[0,0]}"#))
    #expect(text.contains(#"{"name":"products","values":[[1,2]]}"#))
    #expect(text.contains(#""code":"range.tooSmall","entity":"Product","property":"stock""#))
    #expect(text.contains(#""object":2"#), "\(text)")
  }

  @Test func `numbers that JavaScript would round are text, and long texts are cut`() throws {
    let model = try ManagedObjectModel("Big") {
      Entity("Row") {
        Attribute("number", Int.self)
        Attribute("text", String.self)
      }
    }
    let context = ManagedObjectContext(model: model)
    let row = try context.insert("Row")
    row.number = Int.max
    row.text = String(repeating: "x", count: 5_000)
    let text = try #require(InspectorPage(model, objectsOf: context).objects)
    #expect(text.contains(#""values":["9223372036854775807"]"#))
    #expect(text.contains("x…\"") && text.count < 2_500)
  }

  @Test func `a page of a model alone has no objects`() throws {
    let page = InspectorPage(try Self.shop())
    #expect(page.objects == nil)
    #expect(page.html().contains(#"id="objects">null</script>"#))
    // The code that shows objects is missing as well.
    #expect(!page.html().contains("virtualGrid({\nlabel: `Objects"))
  }

  @Test func `hostile names are never markup`() throws {
    let html = InspectorPage(try PictureModel.hostile()).html()
    #expect(!html.contains("<script>alert"))
    #expect(!html.contains("<table>"))
    #expect(html.occurrences(of: "</script>") == 3)
    #expect(html.occurrences(of: "</template>") == 1)
    #expect(html.occurrences(of: "</title>") == html.occurrences(of: "<title>"))
    #expect(html.contains(#"\u003C/title>\u003Cscript>alert(1)\u003C/script>"#))
  }

  @Test func `an older version adds its entities and the changes`() throws {
    let page = InspectorPage(try PictureModel.next(), against: try PictureModel.released())
    let older = try #require(page.model.older)
    #expect(older.entities.map(\.name) == ["Work", "Book", "Author", "Loan"])
    #expect(
      older.changes.contains { $0.entity == "Shelf" && $0.property == nil && $0.kind == .added })
    #expect(older.changes.contains { $0.property == "pages" && $0.kind == .removed })
    #expect(page.model.boxes == ["Work", "Book", "Author", "Shelf", "Loan"])
  }

  @Test func `places have the paths that are given for their files`() throws {
    let model = try Self.shop()
    let site = try #require(model["Maker"]?.site)
    let page = InspectorPage(model, paths: [site.file: "shop.swift"])
    let entity = try #require(page.model.entities.first)
    #expect(entity.file == "shop.swift" && entity.site == ":\(site.line)")
    // A site in another file includes the file's name.
    let places = PagePlaces(["a/b.swift": "b.swift"]).within(site)
    #expect(places.text(DeclarationSite(file: "a/b.swift", line: 2, column: 3)) == "b.swift:2:3")
    #expect(places.text(DeclarationSite(file: site.file, line: 0, column: 0)) == site.file)
    #expect(places.text(DeclarationSite(file: "", line: 0, column: 0)) == nil)
  }

  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (String(repeating: "a", count: 119), "MeulHDE6XAgiat8Y1KNZz9/Y0ugWsT9K+VL36mWE3Ps="),
  ])
  func `a digest is that of the standard`(text: String, base64: String) {
    #expect(PageDigest(text).base64 == base64)
  }

  @Test func `the page of a hundred entities is smaller than 270 KB`() throws {
    let entities = (0..<100).map { index in
      EntityDescription(
        "Entity\(index)",
        properties: (0..<8).map { .attribute(AttributeDescription("attribute\($0)", .string)) } + [
          .relationship(RelationshipDescription("next", to: "Entity\((index + 1) % 100)"))
        ])
    }
    let size = InspectorPage(try ManagedObjectModel("Large", entities: entities)).html().utf8.count
    #expect(size < 270_000, "\(size)")
  }

  @Test func `the script makes no markup and has no end of its element`() {
    for word in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "</script", "eval(",
    ] {
      #expect(!PageScript.text(hasObjects: true).contains(word), "\(word)")
    }
    #expect(!PageStyle.text.contains("</style"))
  }
}

extension String {
  /// Returns the number of occurrences of a text.
  fileprivate func occurrences(of text: String) -> Int { ranges(of: text).count }
}
