@testable import Armature
import TestSupport
import Testing

@Suite struct LoadAtomicityTests {
  private static let model = Result { try ManagedObjectModel.catalogue() }

  @Test(arguments: 0..<20)
  func `a load that fails leaves a random context exactly as it was`(group: UInt64) throws {
    for seed in group * 25..<group * 25 + 25 {
      var catalogue = try RandomCatalogue(seed: seed, model: try Self.model.get())
      let context = catalogue.context
      try #require(brokenInvariants(of: context).isEmpty)
      let before = ContextSnapshot(context)
      let records = catalogue.records()
      // The invalid record is first, last, or in between.
      var wrong = records
      wrong.insert(catalogue.mistake(), at: catalogue.random.below(records.count + 1))
      var text = catalogue.document(wrong)
      switch seed % 4 {
      case 0:
        // Truncated at any position.
        text = catalogue.document(records)
        text = String(text.prefix(catalogue.random.below(text.count)))
      case 1:
        let report = try context.loadReport(
          .text(catalogue.lines(wrong), layout: .lines, name: "lines"))
        #expect(!report.isValid)
        #expect(ContextSnapshot(context) == before, "seed \(seed)")
      default: break
      }
      let report = try context.loadReport(.text(text, name: "document"))
      #expect(!report.isValid)
      #expect(ContextSnapshot(context) == before, "seed \(seed)")
      #expect(brokenInvariants(of: context).isEmpty)

      // After a repair, the same data loads.
      let result = try context.load(.text(catalogue.document(records)))
      #expect(result.count >= records.count && result.report.isEmpty)
      #expect(brokenInvariants(of: context).isEmpty)
      #expect(result.objects.allSatisfy { $0.objectState == .inserted })
      context.rollback()
      #expect(!context.hasChanges && brokenInvariants(of: context).isEmpty)
    }
  }

  @Test(arguments: 0..<10)
  func `a load that keeps what is valid leaves a sound context`(group: UInt64) throws {
    for seed in group * 10..<group * 10 + 10 {
      var catalogue = try RandomCatalogue(seed: 1000 + seed, model: try Self.model.get())
      let context = catalogue.context
      var records = catalogue.records()
      for _ in 0..<3 {
        records.insert(catalogue.mistake(), at: catalogue.random.below(records.count + 1))
      }
      let result = try context.load(
        .text(catalogue.document(records)), options: LoadOptions(onFailure: .keepValid))
      #expect(!result.report.isValid)
      #expect(brokenInvariants(of: context).isEmpty)
      #expect(result.objects.allSatisfy { $0.validate().isValid })
      #expect(result.report.allSatisfy { $0.source?.path != nil })
    }
  }

  @Test func `changes that were pending stay pending, and can be rolled back`() throws {
    let context = ManagedObjectContext(model: try Self.model.get())
    try context.load(
      .text(#"[{"name": "Ann", "passport": {"number": 7}}, {"name": "Bea"}]"#, as: "Author"))
    try context.save()
    let (ann, bea) = (context.objects(of: "Author")[0], context.objects(of: "Author")[1])
    bea["name"] = "Changed"
    let before = ContextSnapshot(context)
    for _ in 0..<3 {
      #expect(throws: ValidationReport.self) {
        try context.load(
          .text(#"[{"name": "Cid", "passport": 7, "mentor": "Changed"}, {}]"#, as: "Author"))
      }
      #expect(ContextSnapshot(context) == before)
    }
    #expect(ann.objectState == .unchanged && !ann.hasChanges && bea.objectState == .updated)
    context.rollback()
    #expect(bea["name"] == "Bea")
    ann["name"] = "Anna"
    #expect(ann.committedValues()["name"] == "Ann")
    try context.save()
    #expect(ann["name"] == "Anna")
  }

  @Test func `objects of a failed load are of no context`() throws {
    let context = ManagedObjectContext(model: try Self.model.get())
    let error = #expect(throws: ValidationReport.self) {
      try context.load(.text(#"[{"name": "Ann"}, {"name": ""}]"#, as: "Author"))
    }
    let id = try #require(error?.first?.objectID)
    #expect(context.registeredObject(for: id) == nil)
    // Their numbers are not reused.
    try context.load(.text(#"{"name": "Bea"}"#, as: "Author"))
    #expect(context.registeredObject(for: id) == nil)
  }

  @Test func `loaded objects are inserted, changed in what was read, and can be saved`() throws {
    let context = ManagedObjectContext(model: try Self.model.get())
    let json = #"{"isbn": "1000", "title": "A", "author": {"name": "Ann"}, "tags": null}"#
    let book = try #require(try context.load(.text(json, as: "Book")).objects.first)
    #expect(book.objectState == .inserted && book.objectID.isTemporary)
    #expect(book.changedValues.keys.sorted() == ["author", "isbn", "title"])
    #expect(book.committedValues().isEmpty)
    #expect(book["pages"] == 1)
    try context.save()
    #expect(book.objectState == .unchanged && book.changedValues.isEmpty)
    #expect(book.committedValues(forKeys: ["title"]) == ["title": "A"])
  }
}
