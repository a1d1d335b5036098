import Armature
import Testing

@testable import ArmatureCommands

/// `armature schema --for`, with a model that is itself a schema.
@Suite struct AnswerSchemaVerbTests {
  private let folder: Folder
  private let model: String

  init() throws {
    folder = try Folder()
    model = try folder.write(
      """
      {"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Order",
       "type": "object", "required": ["number"], "additionalProperties": false,
       "properties": {
         "number": {"type": "integer"}, "note": {"type": "string", "maxLength": 9},
         "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}}},
       "$defs": {"line": {"type": "object", "additionalProperties": false, "required": ["price"],
         "properties": {"price": {"type": "number", "minimum": 0}}}}}
      """, to: "order.schema.json")
  }

  @Test func `each API gets its own form`() throws {
    let openAI = Outcome.of(["schema", model, "--for", "openai", "--entity", "Order"])
    #expect(openAI.status == 0 && openAI.result.contains("\"strict\": true"), "\(openAI)")
    let anthropic = Outcome.of(["schema", model, "--for", "anthropic", "--entity", "Order"])
    #expect(anthropic.status == 0 && !anthropic.result.contains("\"minimum\""), "\(anthropic)")
    let tool = Outcome.of(["schema", model, "--for", "mcp", "--entity", "Order"])
    #expect(tool.status == 0 && tool.result.contains("\"inputSchema\": {"), "\(tool)")
  }

  @Test func `rules that are left to the model are printed on request`() throws {
    let outcome = Outcome.of(
      ["schema", model, "--for", "anthropic", "--entity", "Order", "--verbose"])
    #expect(
      outcome.talk.contains(
        "left to load: Line.price: minimum is not supported, so only the model checks: at least 0\n"
      ),
      "\(outcome)")
  }

  @Test(arguments: [
    (["--for", "openai", "--entity", "Ordr"], "Name one of these: Order, Line. Use --entity."),
    (["--entity", "Order"], "--entity and --depth need --for."),
    (["--for", "mcp", "--format", "sql"], "--for has a format of its own: leave out --format."),
  ])
  func `a wrong option is an error with a remedy`(options: [String], remedy: String) throws {
    let outcome = Outcome.of(["schema", model] + options)
    #expect(outcome.status == 64 && outcome.result.isEmpty, "\(outcome)")
    #expect(outcome.talk.contains(remedy), "\(outcome)")
  }
}
