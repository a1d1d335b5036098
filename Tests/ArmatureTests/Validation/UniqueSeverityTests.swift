import Armature
import Testing

@Suite struct UniqueSeverityTests {
  private func context() throws -> ManagedObjectContext {
    ManagedObjectContext(
      model: try ManagedObjectModel("Shop") {
        Entity("Book") {
          Attribute("id", Int.self).identifying().unique(severity: .warning)
          Attribute("title", String.self).unique(severity: .warning)
          Attribute("shelf", Int?.self)
          Attribute("place", Int?.self)
          Unique("shelf", "place", severity: .warning)
        }
      })
  }

  @Test func `objects that agree where that is only worth a look can be loaded and saved`() throws {
    let context = try context()
    let json = """
      [{"id": 1, "title": "a", "shelf": 1, "place": 1}, {"id": 2, "title": "a", "shelf": 1, "place": 1}]
      """
    let result = try context.load(.text(json, as: "Book"))
    #expect(result.report.map(\.code) == ["unique", "unique"])
    #expect(result.report.isValid && result.report.warnings.count == 2)
    try context.save()
    #expect(context.validate().map(\.severity) == [.warning, .warning])
  }

  @Test func `what identifies an object is unique whatever the severity is`() throws {
    let context = try context()
    #expect(throws: ValidationReport.self) {
      try context.load(.text(#"[{"id": 1, "title": "a"}, {"id": 1, "title": "b"}]"#, as: "Book"))
    }
  }
}
