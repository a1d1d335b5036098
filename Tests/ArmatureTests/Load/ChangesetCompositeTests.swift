import Armature
import Testing

@Suite struct ChangesetCompositeTests {
  private let box: ManagedObject

  init() throws {
    var colour = AttributeDescription("colour", .string, isOptional: true)
    colour.rules = [.membership(["red", "blue"])]
    let inner = AttributeDescription(
      "inner", .composite([AttributeDescription("depth", .double, isOptional: true)]),
      isOptional: true)
    let size = AttributeDescription(
      "size",
      .composite([
        AttributeDescription("x", .double), AttributeDescription("y", .int16, isOptional: true),
        AttributeDescription("made", .date, isOptional: true), colour, inner,
      ]), isOptional: true)
    let model = try ManagedObjectModel(
      "Boxes", entities: [EntityDescription("Box", properties: [.attribute(size)])])
    box = try ManagedObjectContext(model: model).insert("Box")
  }

  private func changes(_ value: AttributeValue) -> Changeset {
    Changeset(box, casting: ["size": value], allowing: ["size"])
  }

  @Test func `elements convert where nothing is lost`() throws {
    let changes = changes(
      .composite([
        "x": 1, "y": 2.0, "made": "2001-01-01T00:00:00Z", "inner": .composite(["depth": 3]),
      ]))
    #expect(changes.isValid)
    guard case .composite(let values) = changes.pending["size"] else {
      Issue.record("There is no composite.")
      return
    }
    #expect(values["x"] == 1.0 && values["y"] == 2 && values["inner"] == .composite(["depth": 3.0]))
    guard case .date = values["made"] else {
      Issue.record("There is no date.")
      return
    }
  }

  @Test(
    arguments: [
      ([:], "Box.size.x must have a value, but has none. [required]"),
      (["x": nil], "Box.size.x must have a value, but has none. [required]"),
      (
        ["x": 1, "colour": "green"],
        "Box.size.colour must be one of \"red\", \"blue\", but is \"green\". [membership]"
      ),
      (
        ["x": 1, "y": 99999],
        "Box.size.y must be of type Int16, but is 99999 of type Int. [type.wrong]"
      ),
      (
        ["x": true],
        "Box.size.x must be of type Double, but is true of type Bool. [type.wrong]"
      ),
      (
        ["x": 1, "colur": "red"],
        "Box.size.colur is not a property of Box. Did you mean \"colour\"? [key.unknown]"
      ),
      (
        ["x": 1, "inner": .composite(["depth": "deep"])],
        "Box.size.inner.depth must be a number, but is \"deep\". [type.wrong]"
      ),
      (
        ["x": .composite(["x": 1])],
        "Box.size.x must be of type Double, but is {x: 1} of type composite. [type.wrong]"
      ),
    ] as [([String: AttributeValue], String)])
  func `what is wrong with an element names it`(value: [String: AttributeValue], line: String) {
    let changes = changes(.composite(value))
    #expect(changes.report.rendered(as: .lines) == "error: \(line)")
    #expect(changes.pending.isEmpty)
  }

  @Test func `elements of JSON have positions`() {
    let changes = Changeset(
      box, casting: "{\"size\": {\"x\": \"one\",\n \"colour\": \"green\"}}", allowing: ["size"],
      name: "form.json")
    #expect(
      changes.report.rendered(as: .lines) == """
        form.json:1:16: error: Box.size.x must be a number, but is "one". [type.wrong]
        form.json:2:12: error: Box.size.colour must be one of "red", "blue", but is "green". \
        [membership]
        """)
    let wrong = Changeset(
      box, casting: #"{"size": {"x": 1, "colour": "green"}}"#, allowing: ["size"], name: "form.json"
    )
    #expect(
      wrong.report.rendered(as: .lines)
        == #"form.json:1:29: error: Box.size.colour must be one of "red", "blue", but is "green". "#
        + "[membership]")
    let absent = Changeset(box, casting: "{\"size\": {}}", allowing: ["size"], name: "form.json")
    #expect(
      absent.report.rendered(as: .lines)
        == "form.json:1:10: error: Box.size.x must have a value, but has none. [required]")
  }

  @Test(arguments: [
    (
      #"{"colur": "red", "y": 1}"#,
      """
      form.json:1:11: error: Box.size.colur is not a property of Box. Did you mean "colour"? \
      [key.unknown]
      form.json:1:10: error: Box.size.x must have a value, but has none. [required]
      """
    ),
    (
      #"{"x": null, "y": 99999, "colour": "green"}"#,
      """
      form.json:1:27: error: Box.size.y must be a whole number from -32768 to 32767, but is 99999. \
      [value.outOfRange]
      form.json:1:16: error: Box.size.x must have a value, but has none. [required]
      form.json:1:44: error: Box.size.colour must be one of "red", "blue", but is "green". \
      [membership]
      """
    ),
  ])
  func `one mistake in a composite hides no other`(json: String, lines: String) {
    let changes = Changeset(
      box, casting: "{\"size\": \(json)}", allowing: ["size"], name: "form.json")
    #expect(changes.report.rendered(as: .lines) == lines)
    #expect(changes.pending.isEmpty)
  }
}
