import Testing

@testable import Armature

/// Rules on attributes that a save computes.
@Suite struct DerivedRuleTests {
  private let context: ManagedObjectContext

  init() throws {
    let query = DynamicQuery()
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Shop") {
        Entity("Invoice") {
          Attribute("number", Int.self).identifying()
          Attribute("amount", Int.self)
          Attribute("net", Int.self).derived(from: (query.amount * 2).fetchExpression).range(...500)
          Attribute("size", Int.self).derived(from: .aggregate(.count, of: .keyPath(["lines"])))
          Relationship("lines", to: "Line", .toMany, inverse: "invoice")
          Rule("little is asked for") { $0.net < 100 }
          Rule("an invoice has few lines") { $0.size < 2 }
        }
        Entity("Line") {
          Attribute("pieces", Int.self).default(1)
          Attribute("weight", Int.self).derived(from: (query.pieces * 10).fetchExpression)
          Relationship("invoice", to: "Invoice", inverse: "lines")
          Rule("a line is light") { $0.weight < 100 }
        }
      })
  }

  @Test func `a new object is validated with the values that a save would compute`() throws {
    let invoice = try context.insert("Invoice")
    (invoice.number, invoice.amount) = (1, 3)
    #expect(invoice.validate().isValid && invoice.isValid && context.validate().isValid)
    try invoice.validateForSave()
    #expect(invoice["net"] == nil)
    invoice.amount = 70
    #expect(invoice.validate().map(\.code) == ["rule"] && !invoice.isValid)
    #expect(throws: ValidationReport.self) { try invoice.validateForSave() }
    #expect(throws: ValidationReport.self) { try context.save() }
  }

  @Test func `stale values of a saved object count for nothing, and stay what they were`() throws {
    let invoice = try context.insert("Invoice")
    (invoice.number, invoice.amount) = (1, 3)
    try context.save()
    invoice.amount = 300
    #expect(invoice.validate().map(\.code) == ["range.tooLarge", "rule"])
    #expect(context.validate().count == 2 && !invoice.isValid)
    #expect(invoice["net"] == 6 && invoice.changedValues == ["amount": 300])
    invoice.amount = 4
    for _ in 0..<2 { try context.insert("Line").setValue(invoice, forKey: "invoice") }
    #expect(context.validate().map(\.message).first?.contains("few lines") == true)
    #expect(invoice["size"] == 0)
  }

  @Test func `an object without an identity is looked at, too`() throws {
    let line = try context.insert("Line")
    try context.save()
    #expect(line["weight"] == 10)
    line.pieces = 20
    #expect(context.validate().map(\.code) == ["rule"] && !line.isValid)
    #expect(line["weight"] == 10)
  }

  @Test func `an object that is in no context is not asked for what nobody has derived`() throws {
    let invoice = try context.model.makeObject("Invoice")
    (invoice.number, invoice.amount) = (1, 300)
    #expect(invoice.validate().isValid && invoice.isValid)
  }

  @Test(arguments: [LoadOptions.OnFailure.keepNothing, .keepValid])
  func `a load refuses what the save would`(_ onFailure: LoadOptions.OnFailure) throws {
    let json = """
      {"Invoice": [{"number": 1, "amount": 3}, {"number": 2, "amount": 70},
                   {"number": 3, "amount": 300}],
       "Line": [{"invoice": 1}]}
      """
    let options = LoadOptions(onFailure: onFailure)
    var report = ValidationReport()
    do {
      report = try context.load(.text(json), options: options).report
      try context.save()
      #expect(context.objects(of: "Invoice").map { $0["net"] } == [6])
      #expect(context.objects(of: "Invoice").map { $0["size"] } == [1])
    } catch let error as ValidationReport {
      report = error
      #expect(!context.hasChanges)
    }
    #expect(report.map(\.code) == ["rule", "range.tooLarge", "rule"])
    #expect(report.map { $0.source?.line } == [1, 2, 2])
    try context.load(.text(#"[{"number": 9, "amount": 3}]"#, as: "Invoice"))
    try context.save()
  }

  @Test func `a denied deletion is one failure, however many derived values read the object`()
    throws
  {
    let query = DynamicQuery()
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Rentals") {
        Entity("Book") {
          Attribute("fee", Int.self).default(2)
          Relationship("loans", to: "Loan", .toMany, inverse: "book", onDelete: .deny)
        }
        Entity("Loan") {
          Attribute("days", Int.self).default(1)
          Attribute("price", Int?.self).derived(from: (query.days * query.book.fee).fetchExpression)
          Relationship("book", to: "Book", inverse: "loans").required()
          Relationship("spare", to: "Book").required()
        }
      })
    let (book, other) = (try context.insert("Book"), try context.insert("Book"))
    let loans = try (0..<3).map { _ in try context.insert("Loan") }
    for loan in loans {
      loan.book = book
      loan.spare = other
    }
    try context.save()
    try context.delete(book)
    #expect(context.validate().map(\.code) == ["delete.denied"])
    let report = #expect(throws: ValidationReport.self) { try context.save() }
    #expect(report?.map(\.code) == ["delete.denied"])
    // This link has no inverse, and nothing else reports it.
    context.rollback()
    loans[0].spare = book
    try context.delete(book)
    #expect(context.validate().map(\.code) == ["delete.denied", "reference.dangling"])
    #expect(loans[1].validate().map(\.code) == ["reference.dangling"])
  }
}
