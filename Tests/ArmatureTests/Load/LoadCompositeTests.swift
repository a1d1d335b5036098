import Armature
import Testing

@Suite struct LoadCompositeTests {
  private let context: ManagedObjectContext

  init() throws {
    context = ManagedObjectContext(
      model: try ManagedObjectModel("Boxes") {
        Entity("Box") {
          Attribute("id", Int.self).identifying()
          Composite("size") {
            Attribute("width", Int.self).range(1...)
            Attribute("height", Int.self).key("hght")
            Attribute("unit", String?.self).oneOf(["mm", "in"], severity: .warning)
          }.optional()
        }
      })
  }

  private func lines(_ json: String, _ options: LoadOptions = LoadOptions()) -> String? {
    let report = #expect(throws: ValidationReport.self) {
      try context.load(.text(json, as: "Box", name: "b"), options: options)
    }
    return report?.rendered(as: .lines)
  }

  @Test(arguments: [
    (
      #"{"width": -1, "hight": 2}"#,
      """
      b:1:19: error: Box.size.height must have a value, but its key "hght" is missing. [value.missing]
      b:1:29: error: Box.size.width must be at least 1, but is -1. [range.tooSmall]
      b:1:33: error: Box.size.hight is not a property of Box. Did you mean "hght"? [key.unknown]
      """
    ),
    (
      #"{"width": "a"}"#,
      """
      b:1:19: error: Box.size.height must have a value, but its key "hght" is missing. [value.missing]
      b:1:29: error: Box.size.width must be a whole number, but is "a". [type.wrong]
      """
    ),
    (
      #"{"width": 1, "height": 2}"#,
      """
      b:1:32: error: Box.size.height is not a property of Box. Did you mean "hght"? [key.unknown]
      """
    ),
    (
      #"{"unit": "m", "hght": true, "width": 1}"#,
      """
      b:1:28: warning: Box.size.unit must be one of "mm", "in", but is "m". [membership]
      b:1:41: error: Box.size.height must be a whole number, but is true. [type.wrong]
      """
    ),
    (
      #"{"width": 1, "hght": 2, "hght": 3}"#,
      "b:1:43: error: Box.size.height must occur once, but occurs again. [key.duplicate]"
    ),
  ])
  func `one mistake in a composite hides no other`(size: String, lines: String) {
    #expect(self.lines("{\"id\": 1, \"size\": \(size)}") == lines)
  }

  @Test func `rules of a composite are not checked where no rules are`() {
    #expect(
      lines(#"{"id": 1, "size": {"width": -1, "hight": 2}}"#, LoadOptions(validates: false))
        == #"b:1:33: error: Box.size.hight is not a property of Box. Did you mean "hght"? "#
        + "[key.unknown]")
  }

  @Test func `an object can do without a composite that was refused`() throws {
    let result = try context.load(
      .text(#"{"id": 1, "size": {"width": -1, "hight": 2}}"#, as: "Box"),
      options: LoadOptions(onFailure: .keepValid))
    #expect(result.objects.map { $0["size"] ?? nil } == [nil] && result.leftOut.isEmpty)
    #expect(
      result.report.failures.map(\.code) == ["value.missing", "range.tooSmall", "key.unknown"])
  }

  @Test func `very many unknown elements are reported, the first ones with a near miss`() throws {
    let elements = (0..<5000).map { "\"width\($0)\": 1" }.joined(separator: ",")
    let json = "{\"id\": 1, \"size\": {\"width\": 1, \"hght\": 2, \(elements)}}"
    let report = try context.loadReport(.text(json, as: "Box"))
    #expect(report.counts == ["key.unknown": 5000])
    #expect(report[0].message.hasSuffix(#"Did you mean "width"?"#))
    #expect(report[4999].message == "Box.size.width4999 is not a property of Box.")
    let few = try context.loadReport(
      .text(json, as: "Box"), options: LoadOptions(failureLimit: 3))
    #expect(few.counts == ["key.unknown": 3, "report.limit": 1])
  }

  @Test func `the same unknown element has the same near miss in each record`() throws {
    let records = (0..<1500).map { "{\"id\": \($0), \"size\": {\"hight\": 1}}" }
    let report = try context.loadReport(
      .text("[\(records.joined(separator: ","))]", as: "Box"),
      options: LoadOptions(validates: false))
    let unknown = report.filter { $0.code == "key.unknown" }
    #expect(unknown.count == 1500)
    #expect(unknown.allSatisfy { $0.message.hasSuffix(#"Did you mean "hght"?"#) })
  }

  @Test func `keys of elements are told apart by their bytes`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let context = ManagedObjectContext(
      model: try ManagedObjectModel("Boxes") {
        Entity("Box") {
          Composite("size") { Attribute("\u{E9}", Int?.self) }.optional()
        }
      })
    for (key, codes) in [(composed, []), (decomposed, ["key.unknown"])] {
      let json = "{\"size\": {\"\(key)\": 1}}"
      #expect(try context.loadReport(.text(json, as: "Box")).map(\.code) == codes)
      let box = try context.insert("Box")
      #expect(Changeset(box, casting: json, allowing: ["size"]).report.map(\.code) == codes)
      let values = AttributeValue.composite([key: 1])
      #expect(
        Changeset(box, casting: ["size": values], allowing: ["size"]).report.map(\.code) == codes)
      let isSet = (try? box.setValue(values, forKey: "size")) != nil
      #expect(isSet == codes.isEmpty)
      #expect((values == .composite([composed: 1])) == codes.isEmpty)
    }
  }
}
