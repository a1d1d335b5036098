import Testing

@testable import ArmatureCommands

/// Unreadable models in JSON; each error has its line and column.
@Suite struct ModelTextTests {
  @Test(arguments: [
    ("", "1:1", "A value is expected here, but the text ends."),
    ("{\n  \"name\": \"M\"\n  \"entities\": []\n}", "3:3", "A comma or “}” is expected here"),
    ("\n[]", "2:1", "The value must be an object, but is something else."),
    ("{\"entities\": []}", "1:1", "The key \"name\" is missing."),
    (
      "{\"name\": 5, \"entities\": []}", "1:10",
      "name: The value must be text, but is something else."
    ),
    ("{\"name\": \"M\",\n  \"entities\": [{\"name\": \"A\"}, null]}", "2:31", "entities[1]: "),
    (
      "{\"name\": \"M\", \"entities\": [{\"name\": \"A\", \"properties\": [\n"
        + "  {\"attribute\": {\"name\": \"a\", \"type\": \"strng\"}}]}]}", "2:39",
      "entities[0].properties[0].attribute.type: \"strng\" is not a type of attributes. Did you mean "
        + "\"string\"?"
    ),
  ])
  func `a mistake has its place`(json: String, place: String, message: String) throws {
    let error = #expect(throws: CommandError.self) {
      try ModelText(Array(json.utf8), path: "model.json").model()
    }
    #expect(error?.status == .badData)
    let text = try #require(error?.message)
    let start = "model.json:\(place): This must be a JSON model, but is not: "
    #expect(text.hasPrefix(start), "\(text)")
    #expect(text.contains(message), "\(text)")
  }
}
