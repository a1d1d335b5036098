import Testing

@testable import Armature

/// Unique values in a load that updates objects.
@Suite struct LoadUpdateUniqueTests {
  private static func makeContext() throws -> ManagedObjectContext {
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Shop") {
        Entity("Product") {
          Attribute("number", Int.self).identifying()
          Attribute("price", Int.self).default(1)
          Attribute("code", String?.self).unique()
        }
      })
    try context.load(
      .text(#"[{"number": 1, "code": "a"}, {"number": 2, "code": "b"}]"#, as: "Product"))
    try context.save()
    return context
  }

  @Test(arguments: [
    #"[{"number": 1, "code": "b"}]"#,
    #"[{"number": 1, "code": "b"}, {"number": 2, "price": 2}]"#,
    #"[{"number": 2, "price": 2}, {"number": 1, "code": "b"}]"#,
    #"[{"number": 1, "code": "b"}, {"number": 2}]"#,
    #"[{"number": 2}, {"number": 3, "code": "b"}]"#,
  ])
  func `the record that takes a value is told, and not the one that leaves it`(_ json: String)
    throws
  {
    let context = try Self.makeContext()
    var options = LoadOptions(onDuplicate: .update)
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(json, as: "Product"), options: options)
    }
    #expect(report?.map(\.code) == ["unique"])
    #expect(report?.first?.label?.contains("2") == false)
    #expect(!context.hasChanges)
    options.onFailure = .keepValid
    let result = try context.load(.text(json, as: "Product"), options: options)
    #expect(result.report.map(\.code) == ["unique"])
    #expect(context.validate().isValid)
    try context.save()
  }

  @Test func `values may change hands`() throws {
    let context = try Self.makeContext()
    try context.load(
      .text(#"[{"number": 1, "code": "b"}, {"number": 2, "code": "a"}]"#, as: "Product"),
      options: LoadOptions(onDuplicate: .update))
    try context.save()
    #expect(context.objects(of: "Product").map { $0["code"] } == ["b", "a"])
  }
}
