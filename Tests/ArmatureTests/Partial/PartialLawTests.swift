@testable import Armature
import Testing
import TestSupport

/// For each way to cut a document into pieces, the end is that of a load of the whole text.
@Suite struct PartialLawTests {
  private static let catalogue = Result { try ManagedObjectModel.catalogue() }
  private static let shop = Result { try ManagedObjectModel.shop() }
  /// Records that no other record can refer to, with rules about each other.
  private static let orders = Result {
    try ManagedObjectModel("Orders") {
      Entity("Order") {
        Attribute("total", Int?.self).range(0...)
        Attribute("name", String.self).length(1...9)
        Relationship("lines", to: "Line", .ordered, inverse: "order", onDelete: .cascade).count(
          0...3)
        Relationship("gift", to: "Line")
        Rule("the total is the sum") { $0.total == nil || $0.total == $0.lines.sum("price") }
        Rule("few lines") { $0.lines.count < 3 }
        Rule("a gift is cheap") { $0.gift == nil || $0.gift.price < 5 }
      }
      Entity("Line") {
        Attribute("price", Int.self).range(0...)
        Attribute("code", String?.self).matching("[a-z]+")
        Relationship("order", to: "Order", inverse: "lines")
        Rule("a price is in the total") { $0.order == nil || $0.price <= $0.order.total }
      }
    }
  }

  private func model(_ entity: String) throws -> ManagedObjectModel {
    switch entity {
    case "Product": try Self.shop.get()
    case "Order": try Self.orders.get()
    default: try Self.catalogue.get()
    }
  }

  /// Checks a text, and returns the number of failures that were reported before the end.
  @discardableResult
  private func check(_ run: PartialRun, _ text: [UInt8], seed: UInt64) throws -> Int {
    var random = SplitMix64(seed: seed)
    let expected = try run.load(text)
    var first: [String]?
    for pieces in PartialRun.cuts(of: text, &random) {
      let (end, told) = try run.read(pieces)
      let comment = Comment(rawValue: "\(String(decoding: text, as: UTF8.self))\nseed \(seed)")
      #expect(end == expected, comment)
      if first == nil { first = told }
      #expect(told == first, "The pieces decide about the failures. \(comment)")
      // A repeated key or broken syntax takes earlier failures back.
      let isSound = expected.failures.allSatisfy {
        !$0.contains("[syntax]") && !$0.contains("[key.duplicate]")
      }
      if isSound {
        // A load that leaves out records numbers the others anew.
        func withoutNumber(_ line: String) -> String { line.replacing(/#[0-9]+\*/, with: "") }
        let known = Set(expected.failures.map(withoutNumber))
        let unknown = told.filter { !known.contains(withoutNumber($0)) }
        #expect(unknown.isEmpty, "Not all failures are those of the load. \(comment)")
        #expect(told.count <= expected.failures.count, comment)
      }
    }
    return first?.count ?? 0
  }

  @Test(arguments: LoadMistakeTests.all.filter { $0.entity != nil && $0.layout == .document })
  func `every mistake has the same failures in pieces`(mistake: InvalidInput) throws {
    let run = PartialRun(
      model: try Self.catalogue.get(), entity: try #require(mistake.entity),
      options: LoadOptions(mistake.mode))
    try check(run, Array(mistake.json.utf8), seed: 1)
  }

  @Test func `most mistakes are reported before the end`() throws {
    var (early, all) = (0, 0)
    for mistake in LoadMistakeTests.all where mistake.entity != nil && mistake.layout == .document {
      let run = PartialRun(
        model: try Self.catalogue.get(), entity: try #require(mistake.entity),
        options: LoadOptions(mistake.mode))
      let (end, told) = try run.read([Array(mistake.json.utf8)[...]])
      all += end.failures.count
      early += end.failures.count { told.contains($0) }
    }
    #expect(early * 10 > all * 8, "\(early) of \(all)")
  }

  @Test(arguments: 0..<40)
  func `valid records have the values of a load`(seed: UInt64) throws {
    let model = try Self.catalogue.get()
    var data = try RandomCatalogue(seed: seed, model: model)
    let records = data.records()
    for entity in ["Author", "Book"] {
      let own = records.filter { $0.entity == entity }.map(\.json)
      let text = "[\(own.joined(separator: ",\n "))]"
      try check(PartialRun(model: model, entity: entity), Array(text.utf8), seed: seed)
    }
  }

  static let documents = [
    #"{"isbn":"1234","title":"Öl \ud83d\ude00 \u00e9\n","pages":12,"price":1.50,"rating":4e0,"url":"a:b"}"#,
    #"""
    {"isbn": "1234", "title": "T", "chapters": [{"title": "a"}, {"title": "b", "book": "1234"}],
     "author": {"name": "Anne", "passport": {"number": 3}, "pupils": [{"name": "x"}]}, "tags": [{"name": "y"}]}
    """#,
    #"[{"name":"A","mentor":"B","books":["1234"]},{"name":"B","books":[{"isbn":"1234","title":"x"}]}]"#,
    #"[{"@entity":"Film","id":1,"minutes":90,"sequel":{"@entity":"Song","id":2}},{"id":3,"@entity":"Song"}]"#,
    #"{"sku":"ABC","Remark":"ä","sizes":[1,2,3],"origin":{"town":"Rom","spot":{"Lat":-4.5}},"labels":[1,{"number":1}]}"#,
    #"{"isbn": "1234", "title": "This title is too long", "pages": 0, "price": 3, "mood": "x", "tags": [null]}"#,
    #"[{"name":"a","lines":[{"price":2},{"price":3,"code":"x"}],"total":5,"gift":{"price":4}},{"name":"b","total":3}]"#,
    #"{"total":9,"lines":[{"price":10},{"price":-1},{"@id":7,"price":1}],"gift":7,"name":""}"#,
  ]

  static let entities = ["Book", "Book", "Author", "Medium", "Product", "Book", "Order", "Order"]

  @Test(arguments: 0..<60)
  func `documents with random changes end as in a load`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for (text, entity) in zip(Self.documents, Self.entities) {
      let model = try model(entity)
      var bytes = Array(text.utf8)
      for _ in 0..<random.below(4) {
        let place = random.below(bytes.count)
        switch random.below(5) {
        case 0: bytes.remove(at: place)
        case 1: bytes[place] = UInt8(random.below(256))
        case 2: bytes.insert(random.pick(Array(#"{}[]",:\u019-.et "#.utf8)), at: place)
        case 3: bytes.removeSubrange(place...)
        default:
          let part = bytes[place...].prefix(random.below(20))
          bytes.insert(contentsOf: part, at: random.below(bytes.count))
        }
        if bytes.isEmpty { bytes = [0x20] }
      }
      var options = LoadOptions(random.oneIn(4) ? .lenient : .strict)
      options.onFailure = random.oneIn(4) ? .keepValid : .keepNothing
      options.onDuplicate = random.oneIn(4) ? .update : .fail
      try check(PartialRun(model: model, entity: entity, options: options), bytes, seed: seed)
    }
  }

  @Test func `each prefix of a document ends as in a load`() throws {
    for (text, entity) in zip(Self.documents, Self.entities) {
      let model = try model(entity)
      let bytes = Array(text.utf8)
      for count in bytes.indices {
        let prefix = Array(bytes[..<count])
        let run = PartialRun(model: model, entity: entity)
        let (end, _) = try run.read(prefix.indices.map { prefix[$0...$0] })
        #expect(end == (try run.load(prefix)), "\(String(decoding: prefix, as: UTF8.self))")
      }
    }
  }
}
