import ArmatureModel
import Testing

@Suite struct JSONSchemaTests {
  private typealias Verdicts = (schema: JSONValue, valid: [JSONValue], invalid: [JSONValue])

  @Test(
    arguments: [
      (["type": "integer"], [1, 1.0, 1e3], [1.5, "1", .null]),
      (["type": ["string", "null"]], ["", .null], [0, []]),
      (["enum": [1, "a", [2]]], [1.0, "a", [2]], [2, "b", [2, 3]]),
      (["const": ["a": 1, "b": 2]], [["b": 2, "a": 1.0]], [["a": 1], .null]),
      (["minimum": 0.1, "exclusiveMaximum": 3], [0.1, 2.99, "x"], [0.09, 3]),
      (["exclusiveMinimum": 0], [0.001], [0, -1]),
      (["multipleOf": 0.01], [0.07, 1.1, 4.35, 0], [0.075, 1e-7]),
      (["minLength": 2, "maxLength": 3], ["ab", "äöü", "💩💩"], ["a", "abcd", "💩"]),
      (["pattern": "b"], ["abc", "b"], ["", "ac"]),
      (["format": "ipv4"], ["1.2.3.4", 5], ["1.2.3"]),
      (["items": ["type": "number"], "minItems": 1], [[1], [1, 2.5]], [[], [1, "2"]]),
      (
        ["prefixItems": [["type": "string"], true], "items": false],
        [[], ["a"], ["a", 1]], [[1], ["a", 1, 2]]
      ),
      (
        ["uniqueItems": true], [[1, 2], [[1], [2]]],
        [[1, 1.0], [["a": 1, "b": 2], ["b": 2, "a": 1]]]
      ),
      (
        ["contains": ["minimum": 5], "minContains": 2, "maxContains": 3], [[5, 6], [1, 7, 8, 9]],
        [[5], [5, 6, 7, 8]]
      ),
      (
        ["properties": ["a": ["type": "string"]], "required": ["b"]],
        [["b": .null], ["a": "x", "b": 1], 3], [[:], ["a": 1, "b": 1]]
      ),
      (
        [
          "properties": ["a": true], "patternProperties": ["^x-": true],
          "additionalProperties": false,
        ],
        [["a": 1, "x-b": 2]], [["b": 1]]
      ),
      (
        ["propertyNames": ["maxLength": 2], "maxProperties": 1], [["ab": 1]],
        [["abc": 1], ["a": 1, "b": 2]]
      ),
      (["dependentRequired": ["a": ["b"]]], [["a": 1, "b": 2], [:]], [["a": 1]]),
      (
        ["dependencies": ["a": ["b"], "c": ["minProperties": 2]]], [["c": 1, "d": 1]],
        [["a": 1], ["c": 1]]
      ),
      (["anyOf": [["type": "string"], ["minimum": 3]]], ["a", 3], [2]),
      (["oneOf": [["multipleOf": 2], ["multipleOf": 3]]], [2, 9], [6, 5]),
      (["not": ["required": ["a"]]], [[:]], [["a": 1], 1]),
      (
        [
          "if": ["properties": ["a": ["const": 1]], "required": ["a"]], "then": ["required": ["b"]],
          "else": ["required": ["c"]],
        ],
        [["a": 1, "b": 1], ["a": 2, "c": 1]], [["a": 1, "c": 1], ["b": 1]]
      ),
      (
        [
          "allOf": [["properties": ["a": true]]], "properties": ["b": true],
          "unevaluatedProperties": false,
        ],
        [["a": 1, "b": 1]], [["c": 1]]
      ),
      (
        [
          "$ref": "#/$defs/tree",
          "$defs": [
            "tree": [
              "type": "object", "properties": ["children": ["items": ["$ref": "#/$defs/tree"]]],
            ]
          ],
        ],
        [["children": [[:], ["children": []]]]], [["children": [["children": [3]]]]]
      ),
      (
        [
          "$schema": "http://json-schema.org/draft-04/schema#", "minimum": 1,
          "exclusiveMinimum": true,
        ], [2], [1]
      ),
      (
        [
          "$schema": "http://json-schema.org/draft-07/schema#", "items": [true, ["type": "null"]],
          "additionalItems": false,
        ], [[1, .null]], [[1, 2], [1, .null, 3]]
      ),
      (true, [.null], []), (false, [], [.null, 1]),
    ] as [Verdicts])
  func `a schema decides about values`(schema: JSONValue, valid: [JSONValue], invalid: [JSONValue])
    throws
  {
    let found = try JSONSchema(schema)
    for value in valid {
      #expect(found.isValid(value), "\(value)")
      #expect(found.failures(in: value) == [])
    }
    for value in invalid {
      #expect(!found.isValid(value), "\(value)")
      #expect(found.failures(in: value) != [], "\(value)")
    }
  }

  @Test func `each failure has its path and what is required`() throws {
    let schema = try JSONSchema([
      "type": "object", "required": ["name"], "additionalProperties": false,
      "properties": [
        "name": ["type": "string"],
        "lines": [
          "items": ["properties": ["price": ["minimum": 0], "tags": ["uniqueItems": true]]]
        ],
        "bin": ["anyOf": [["type": "object", "required": ["a", "b"]], ["type": "string"]]],
      ],
    ])
    let failures = schema.failures(in: [
      "nam": 1, "lines": [[:], ["price": -1, "tags": ["a", "b", "a"]]], "bin": [:],
    ])
    #expect(
      failures == [
        JSONSchemaFailure(path: ["name"], .presence, value: .null),
        JSONSchemaFailure(path: ["nam"], .absence(suggestion: "name"), value: 1),
        JSONSchemaFailure(
          path: ["lines[1]", "price"], .minimum(0, isExclusive: false), value: -1),
        JSONSchemaFailure(
          path: ["lines[1]", "tags"], .uniqueElements(0, 2), value: ["a", "b", "a"]),
        JSONSchemaFailure(
          path: ["bin"],
          .alternatives([
            [JSONSchemaFailure(path: [], .types(["string"]), value: [:])],
            [
              JSONSchemaFailure(path: ["a"], .presence, value: .null),
              JSONSchemaFailure(path: ["b"], .presence, value: .null),
            ],
          ]), value: [:]),
      ])
  }

  @Test func `numbers are compared exactly, whatever their digits`() throws {
    func number(_ text: String) throws -> JSONValue { .number(try #require(JSONNumber(text))) }
    let great = try JSONSchema(["minimum": number("9007199254740993")])
    #expect(
      try !great.isValid(number("9007199254740992")) && great.isValid(number("9007199254740993.0")))
    let small = try JSONSchema(["exclusiveMinimum": number("1e-400")])
    #expect(try small.isValid(number("1.01e-400")) && !small.isValid(number("0.1e-399")))
    let cents = try JSONSchema(["multipleOf": number("0.0000000001")])
    #expect(try cents.isValid(number("123456789012345678901234567890.0000000001")))
    #expect(try !cents.isValid(number("0.00000000015")))
    #expect(try JSONSchema(["multipleOf": 3]).isValid(number("3e1000000")))
    #expect(try !JSONSchema(["multipleOf": 7]).isValid(number("3e1000000")))
    #expect(try JSONSchema(["multipleOf": 0.5]).isValid(number("1e308")))
  }

  @Test func `what is no schema is told with its place`() {
    let error = #expect(throws: JSONSchemaError.self) {
      try JSONSchema([
        "type": "strng",
        "properties": [
          "a": ["minimum": "1"], "b": ["$ref": "#/$defs/x"], "c": ["pattern": "(?=a)"],
          "d": ["minLength": -1], "e": ["anyOf": []], "f": 3, "g": ["multipleOf": 0],
          "h": ["required": "x"],
        ],
      ])
    }
    #expect(
      error?.problems.map(\.place) == [
        "/type", "/properties/f", "/properties/a/minimum", "/properties/b/$ref",
        "/properties/c/pattern", "/properties/d/minLength", "/properties/e/anyOf",
        "/properties/g/multipleOf", "/properties/h/required",
      ])
    #expect(
      "\(error.map { "\($0)" } ?? "")".contains(
        "/type must be a type of JSON Schema, but is \"strng\". Did you mean \"string\"?"))
  }

  @Test(
    arguments: [
      ["$ref": "#"], ["allOf": [["$ref": "#"]]],
      [
        "$ref": "#/$defs/a",
        "$defs": ["a": ["anyOf": [["$ref": "#/$defs/b"]]], "b": ["not": ["$ref": "#/$defs/a"]]],
      ],
    ] as [JSONValue])
  func `a schema that contains itself in one place is an error`(schema: JSONValue) {
    let error = #expect(throws: JSONSchemaError.self) { try JSONSchema(schema) }
    #expect(error?.problems.contains { $0.reason.contains("made of itself") } == true)
  }

  @Test func `a deep value and a schema that doubles end with a failure`() throws {
    let tree = try JSONSchema(["items": ["$ref": "#"]])
    var deep: JSONValue = []
    for _ in 0..<400 { deep = [deep] }
    #expect(tree.isValid(deep))
    for _ in 0..<200 { deep = [deep] }
    #expect(tree.failures(in: deep).map(\.requirement) == [.limit])

    var definitions = JSONObject()
    definitions["d0"] = ["type": "string"]
    for level in 1...60 {
      let below: JSONValue = ["$ref": .string("#/$defs/d\(level - 1)")]
      definitions["d\(level)"] = ["allOf": [below, below]]
    }
    let doubling = try JSONSchema(["$ref": "#/$defs/d60", "$defs": .object(definitions)])
    #expect(doubling.failures(in: "a").last?.requirement == .limit)

    // Choices inside choices do not multiply their failures.
    for level in 1...60 {
      let below: JSONValue = ["$ref": .string("#/$defs/d\(level - 1)")]
      definitions["d\(level)"] = ["anyOf": [["allOf": [below]], ["allOf": [below]]]]
    }
    let choices = try JSONSchema(["$ref": "#/$defs/d60", "$defs": .object(definitions)])
    guard case .alternatives(let candidates)? = choices.failures(in: 7).first?.requirement else {
      Issue.record("no failure of a choice")
      return
    }
    #expect(candidates.count == 2 && "\(candidates)".count < 2_000)
  }
}
