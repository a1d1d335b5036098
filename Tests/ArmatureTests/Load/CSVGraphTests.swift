import Armature
import Foundation
import TestSupport
import Testing

/// Exporting all objects of a context to tables, and importing them.
@Suite struct CSVGraphTests {
  private static func model() throws -> ManagedObjectModel {
    try ManagedObjectModel("Trade") {
      Entity("Customer") {
        Attribute("name", String.self).identifying()
        Attribute("rating", Int?.self).default(3)
        Composite("home") {
          Attribute("town", String.self).key("Town")
          Attribute("lines", [String]?.self)
          Composite("spot") { Attribute("latitude", Double.self) }.optional()
        }.optional()
        Relationship("orders", to: "Order", .ordered, inverse: "customer", onDelete: .cascade)
        Relationship("likes", to: "Article", .toMany, inverse: "likedBy")
        Relationship("friend", to: "Customer")
      }
      Entity("Order") {
        Attribute("placed", Date.self)
        Relationship("customer", to: "Customer", inverse: "orders")
        Relationship("article", to: "Article")
      }
      Entity("Article") {
        Attribute("code", Int.self).identifying()
        Attribute("price", Decimal?.self)
        Attribute("weight", Float?.self)
        Attribute("id", UUID?.self)
        Attribute("image", Data?.self)
        Attribute("page", URL?.self)
        Attribute("isSold", Bool?.self)
        Attribute("days", [Int]?.self)
        Relationship("likedBy", to: "Customer", .toMany, inverse: "likes")
        Relationship("parts", to: "Article", .ordered)
      }.key("articles")
      Entity("Book", parent: "Article") { Attribute("author", String?.self) }
    }
  }

  private static let texts = [
    "Ann", "=1+1", "@x", "-3", "+4", "a,b", "c;d", "\"", "é\u{301}", "a\r\nb", "\r", "\n", " ",
    "\t",
    "'", "null", "true", "١٢", "\u{FEFF}x", "😀 smile",
  ]

  /// Creates a graph with arbitrary values except empty texts.
  private static func fill(_ context: ManagedObjectContext, _ random: inout SplitMix64) throws {
    func some<Value>(_ value: @autoclosure () -> Value) -> Value? { random.bool() ? value() : nil }
    let articles = try (0..<random.below(8)).map { number in
      let isBook = random.bool()
      let article = try context.insert(isBook ? "Book" : "Article")
      article.code = number - 2
      if isBook { article.author = some(random.pick(texts)) }
      article.price = some(Decimal(random.number(-999...999)) / 8)
      article.weight = some(Float(random.number(-999...999)) / 7)
      article.id = some(UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964F\(number)") ?? UUID())
      article.image = some(Data((0...random.below(9)).map { UInt8($0) }))
      article.page = some(URL(string: "https://example.org/a,b?c=\(number)"))
      article.isSold = some(random.bool())
      article.days = some((0...random.below(3)).map { _ in random.number(-9...9) })
      return article
    }
    for number in 0..<random.below(6) {
      let customer = try context.insert("Customer")
      customer.name = "\(random.pick(texts))\(number)"
      customer.rating = some(random.below(9))
      if random.bool() {
        var home: [String: AttributeValue] = ["town": .string(random.pick(texts))]
        if random.bool() { home["lines"] = .list([.string(random.pick(texts)), "b"]) }
        if random.bool() { home["spot"] = .composite(["latitude": .double(-0.1)]) }
        customer["home"] = .composite(home)
      }
      customer.friend = some(random.pick(context.objects(of: "Customer")))
      for article in articles where random.bool() { try customer.insert(article, into: "likes") }
    }
    for article in articles {
      for part in articles.shuffled(using: &random).prefix(random.below(4)) {
        try article.insert(part, into: "parts")
      }
    }
    var orders: [ManagedObject] = []
    for number in 0..<random.below(9) {
      let order = try context.insert("Order")
      order.placed = Date(timeIntervalSince1970: Double(number) * 1e7 + 0.25)
      order.article = articles.isEmpty ? nil : some(random.pick(articles))
      orders.append(order)
    }
    // The lists are not in the order of insertion.
    let customers = context.objects(of: "Customer")
    for order in orders.shuffled(using: &random) where !customers.isEmpty {
      if random.below(4) > 0 { try random.pick(customers).insert(order, into: "orders") }
    }
  }

  @Test(arguments: CSVFormat.Delimiter.allCases, [Character("|"), "/"])
  func `all that is written reads back equal, and is written the same again`(
    delimiter: CSVFormat.Delimiter, separator: Character
  ) throws {
    let model = try Self.model()
    let format = CSVFormat(delimiter: delimiter, listSeparator: separator, emptyCells: .null)
    var random = SplitMix64(seed: 11)
    for round in 0..<40 {
      let context = ManagedObjectContext(model: model)
      try Self.fill(context, &random)
      let tables = try context.csv(
        format: format, keys: round % 2 == 0 ? .propertyNames : .snakeCase)
      let copy = ManagedObjectContext(model: model)
      // In any order, because references can lead to any table.
      try copy.load(
        tables.reversed().map { .data($1, as: $0, layout: .csv(format)) },
        options: LoadOptions(keys: round % 2 == 0 ? .propertyNames : .snakeCase))
      #expect(try copy.json() == context.json())
      let again = try copy.csv(format: format, keys: round % 2 == 0 ? .propertyNames : .snakeCase)
      #expect(again.map(\.entity) == tables.map(\.entity))
      #expect(again.map(\.table) == tables.map(\.table))
      #expect(tables.map(\.entity) == tables.map(\.entity).filter { $0 != "Book" })
    }
  }

  @Test func `no text of any table looks like a formula where they are guarded`() throws {
    var random = SplitMix64(seed: 12)
    for _ in 0..<40 {
      let context = ManagedObjectContext(model: try Self.model())
      try Self.fill(context, &random)
      for (entity, table) in try context.csv(guardsFormulas: true) {
        // Only the keys of sub-entities, and numbers, start like a formula.
        let other = ManagedObjectContext(model: context.model)
        let report = try other.loadReport(
          .data(table, as: entity, layout: .csv()), options: LoadOptions(validates: false))
        #expect(report.errors.allSatisfy { $0.code == "reference.broken" })
        for text in String(decoding: table, as: UTF8.self).split(separator: "\r\n").dropFirst() {
          #expect(text.firstMatch(of: /(^|,)"?[=+@\t\r\n]/) == nil, "\(text)")
        }
      }
    }
  }

  @Test func `tables are those of entities with objects, in the order of the model`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    #expect(try context.csv().isEmpty)
    try context.insert("Book").code = 1
    let ann = try context.insert("Customer")
    ann.name = "Ann"
    let orders = try (0..<3).map { number in
      let order = try context.insert("Order")
      order.placed = Date(timeIntervalSince1970: Double(number) * 86_400)
      return order
    }
    for order in orders.reversed() { try ann.insert(order, into: "orders") }
    let tables = try context.csv()
    #expect(tables.map(\.entity) == ["Customer", "Order", "Article"])
    #expect(
      String(decoding: tables[1].table, as: UTF8.self)
        == "placed,customer,article\r\n1970-01-03T00:00:00Z,Ann,\r\n1970-01-02T00:00:00Z,Ann,\r\n"
        + "1970-01-01T00:00:00Z,Ann,\r\n")
  }

  @Test func `characters that the encoding lacks are told of all tables`() throws {
    let context = ManagedObjectContext(model: try Self.model())
    try context.insert("Customer").name = "Łódź"
    let book = try context.insert("Book")
    (book.code, book.author) = (1, "Ł€")
    for encoding in [CSVFormat.Encoding.latin1, .windows1252] {
      let report = #expect(throws: ValidationReport.self) {
        try context.csv(format: CSVFormat(encoding: encoding))
      }
      #expect(report?.map(\.keyPath) == [["name"], ["author"]])
      #expect(
        report?.first?.message
          == "Customer.name must have only characters of \(encoding.rawValue) in CSV, but has \"Ł\". "
          + "Choose the encoding utf-8.")
    }
    book.author = "€"
    for customer in context.objects(of: "Customer") { customer.name = "Zoë" }
    #expect(throws: Never.self) { try context.csv(format: CSVFormat(encoding: .windows1252)) }
    #expect(throws: ValidationReport.self) { try context.csv(format: CSVFormat(encoding: .latin1)) }
  }
}
